//! Every command in the README and in `tests/cmd` prints what it says there.

#[test]
fn commands_print_what_the_documents_say() {
    trycmd::TestCases::new()
        .case("tests/cmd/*.md")
        .case("../../README.md")
        .env("NO_COLOR", "1")
        .run();
}
