//! What the tests of reports share.

/// How many points each line of a chart has, and all its texts.
pub(crate) fn polylines_and_texts(svg: &str) -> (Vec<usize>, Vec<String>) {
    let document = roxmltree::Document::parse(svg).expect("well-formed XML");
    assert_eq!(document.root_element().tag_name().name(), "svg");
    let named = |name| document.descendants().filter(move |node| node.has_tag_name(name));
    // Frames and grids are thinner.
    let is_line = |node: &roxmltree::Node<'_, '_>| node.attribute("stroke-width") == Some("2");
    let name = |tag| (document.root_element().tag_name().namespace().unwrap_or_default(), tag);
    let lines = named(name("polyline")).filter(is_line).map(|node| {
        let points = node.attribute("points").unwrap_or_default();
        points.split_whitespace().count()
    });
    let texts = named(name("text")).filter_map(|node| node.text());
    (lines.collect(), texts.map(|text| text.trim().to_owned()).collect())
}
