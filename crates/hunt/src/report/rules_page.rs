//! Where the ids of rules in a report lead: to the page that explains each rule.

use ox88_explain::Rule;

/// The repository of ox88. Tests see one with an owner, so that the reports they keep have the links that readers will
/// see.
const REPOSITORY: &str =
    if cfg!(test) { "https://github.com/owner/ox88" } else { env!("CARGO_PKG_REPOSITORY") };

/// The address of what the page says of a rule. Troubles have none. Nor has any rule before the owner of the repository
/// is filled in, because the link would be dead.
pub(super) fn address(id: &str) -> Option<String> {
    address_in(REPOSITORY, id)
}

pub(crate) fn address_in(repository: &str, id: &str) -> Option<String> {
    let is_rule = Rule::ALL.iter().any(|rule| rule.id() == id);
    let has_owner = !repository.contains("/OWNER/");
    (is_rule && has_owner).then(|| format!("{repository}/blob/HEAD/docs/rules.md#{id}"))
}
