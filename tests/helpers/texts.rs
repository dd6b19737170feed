//! Texts that people read are kept as snapshots, so that a better wording is one review.

use std::fmt::Display;

/// Compares texts, each below its title, with `snapshots/texts/<name>.snap`. The name begins with that
/// of the test binary.
pub fn assert_texts(name: &str, texts: impl IntoIterator<Item = (impl Display, impl Display)>) {
    let entry = |(title, text): (_, _)| {
        let lines = format!("{title}\n{text}").trim_end().replace('\n', "\n  ");
        lines.replace("\n  \n", "\n\n") + "\n"
    };
    let binary = name.split('.').next().unwrap_or_default();
    let mut settings = insta::Settings::new();
    settings.set_snapshot_path("../../snapshots/texts");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.set_description(format!("cargo test --test {binary}"));
    let text = texts.into_iter().map(entry).collect::<Vec<_>>().join("\n");
    settings.bind(|| insta::assert_snapshot!(name, text));
}
