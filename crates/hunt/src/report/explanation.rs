//! Reads the explanation of a finding back from the JSON of a report: the wrong engine that it describes can be run.

use crate::search::{Faulty, WrongEngine};
use crate::worlds::{Condition, Conditions, Effect, Fault, Respect, World};
use ox88_explain::Rule;
use serde_json::Value;

/// The wrong engine that the first explained finding of a report describes.
///
/// # Errors
/// Where the text is no report, or none of its findings has an explanation that can be run.
pub fn read_explanation(report: &str) -> Result<WrongEngine, String> {
    let report: Value = serde_json::from_str(report)
        .map_err(|error| format!("this is not the JSON of a report ({error})"))?;
    let findings =
        report["findings"].as_array().ok_or("this JSON has no \"findings\", as a report has")?;
    let explained = findings.iter().map(|it| &it["learnt"]).find(|it| it.is_object());
    let learnt = explained.ok_or_else(|| match findings.len() {
        0 => "the report has no findings".to_owned(),
        _ => "no finding of this report has an explanation that can be run".to_owned(),
    })?;
    engine(learnt).ok_or_else(|| {
        "the explanation has a part that this version of ox88 does not know".to_owned()
    })
}

fn engine(learnt: &Value) -> Option<WrongEngine> {
    match &learnt["engine"] {
        Value::String(name) => Some(WrongEngine::Fault(Faulty::named(name)?)),
        _ => Some(WrongEngine::Moves(world(learnt)?)),
    }
}

fn world(learnt: &Value) -> Option<World> {
    let rule = match &learnt["rule"] {
        Value::String(id) => Some(Rule::from_id(id)?),
        _ => None,
    };
    let faults = learnt["faults"].as_array()?.iter().map(fault).collect::<Option<_>>()?;
    Some(World { rule, faults })
}

fn fault(it: &Value) -> Option<Fault> {
    let conditions = it["where"].as_object()?.iter().map(|(id, values)| {
        let number = |it: &Value| u32::try_from(it.as_u64()?).ok();
        let values: Vec<u32> = values.as_array()?.iter().map(number).collect::<Option<_>>()?;
        Some(Condition::new(Respect::from_id(id)?, &values))
    });
    let conditions = Conditions(conditions.collect::<Option<_>>()?);
    Some(Fault {
        effect: Effect::from_id(it["effect"].as_str()?)?,
        conditions,
        right_in: Vec::new(),
    })
}
