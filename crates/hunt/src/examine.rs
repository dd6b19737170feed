//! From an answer that differs to a finding: where is the difference smallest, and what is at fault?

use super::ask::TroubleKind;
use super::diagnose::{Diagnosis, Origin, diagnose};
use super::exchange::Exchange;
use super::finding::Finding;
use super::inquiry::{Inquiry, Unanswered};
use super::plan::Case;
use super::shrink::shrink;

/// Finds out all about an answer that differs.
pub(super) fn examine(
    inquiry: &mut Inquiry,
    case: &Case,
    exchange: Exchange,
) -> Result<Option<Finding>, Unanswered> {
    let mut smallest = match shrink(inquiry, exchange) {
        Err(Unanswered::NoReply(no_reply))
            if no_reply.trouble.kind.is_choice()
                || matches!(no_reply.trouble.kind, TroubleKind::NotStarted(_)) =>
        {
            return Ok(inquiry.last_wrong.take().map(|mut exchange| {
                let line = exchange.line.clone();
                exchange.line = inquiry.as_asked(&line);
                let origin = Origin::Unknown { trouble: no_reply.trouble.kind };
                Finding::of_disagreement(case, line, Diagnosis::new(exchange, origin))
            }));
        }
        smallest => smallest?,
    };
    let mut line = smallest.exchange.line.clone();
    smallest.exchange.line = inquiry.as_asked(&line);
    let exchange = smallest.exchange.clone();
    let unknown = |trouble| Diagnosis::new(exchange, Origin::Unknown { trouble });
    let diagnosis = match diagnose(inquiry, smallest) {
        // An experiment that was cut short may have been taken for one that failed.
        _ if inquiry.late.is_some() => unknown(TroubleKind::CutShort),
        // Neither has an experiment failed for which the engine could not be started.
        _ if inquiry.facts.not_started.is_some() => {
            unknown(inquiry.facts.not_started.clone().unwrap_or(TroubleKind::CutShort))
        }
        Ok(diagnosis) => diagnosis,
        // What is wrong stays wrong, whatever the engine does when it is asked further about it.
        Err(Unanswered::NoReply(no_reply)) => unknown(no_reply.trouble.kind),
        Err(Unanswered::NotYet) => return Err(Unanswered::NotYet),
    };
    // It may be shown best by one move more, which the engine lacks.
    let shown = &diagnosis.exchange.line;
    if shown.end() != line.end()
        && let Some(&mv) = shown.moves.last()
    {
        line = line.and(mv);
    }
    Ok(Some(Finding::of_disagreement(case, line, diagnosis)))
}
