//! The files in which a report is kept: a table of values, and a picture.

use crate::failure::Failure;
use crate::save::{Existing, check_place, is_device, replace_file};

/// Where a report goes besides the terminal.
#[derive(clap::Args)]
pub(crate) struct OutputArgs {
    /// Print a JSON document
    #[arg(long)]
    pub(crate) json: bool,
    /// Write every search, as comma-separated values, to this file, whose name
    /// ends in .csv
    #[arg(long, value_name = "FILE", value_parser = csv_file)]
    csv: Option<String>,
    /// Draw a chart into this file, whose name ends in .svg
    #[arg(long, value_name = "FILE", value_parser = svg_file)]
    plot: Option<String>,
    /// Replace files that exist
    #[arg(long)]
    force: bool,
}

fn csv_file(name: &str) -> Result<String, String> {
    ending_in(".csv", name)
}

fn svg_file(name: &str) -> Result<String, String> {
    ending_in(".svg", name)
}

/// The name of a file to be written, which must say what it will hold, so that
/// a typing error replaces no file of another kind. Devices and pipes have
/// whatever names they have.
fn ending_in(ending: &str, name: &str) -> Result<String, String> {
    match name.to_ascii_lowercase().ends_with(ending) || is_device(name) {
        true => Ok(name.to_owned()),
        false => Err(format!("expected a name that ends in {ending}")),
    }
}

impl OutputArgs {
    /// Sees, before any work is done, whether the files can be written.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        self.csv.iter().chain(&self.plot).try_for_each(|name| check_place(name, self.existing()))
    }

    fn existing(&self) -> Existing {
        Existing::replaced_if(self.force)
    }

    /// Writes what was asked for, each file whole or not at all.
    pub(crate) fn write(
        &self,
        csv: impl FnOnce() -> Result<String, csv::Error>,
        svg: impl FnOnce() -> String,
    ) -> Result<(), Failure> {
        if let Some(name) = &self.csv {
            let text = csv().map_err(|error| Failure::file(name, error.to_string()))?;
            replace_file(name, &text, self.existing())?;
        }
        match &self.plot {
            Some(name) => replace_file(name, svg(), self.existing()),
            None => Ok(()),
        }
    }

    /// The message when the work was interrupted after this many searches.
    pub(crate) fn interrupted(&self, searches: usize) -> Failure {
        let files = match (&self.csv, &self.plot) {
            (None, None) => "",
            _ => ", also in the files",
        };
        let resume = format!("searches that were done: {searches}{files}; run again for the rest");
        Failure::Interrupted { resume }
    }
}
