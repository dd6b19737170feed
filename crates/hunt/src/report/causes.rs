//! Findings that have the same cause, which cause to fix first, and what may vanish with it.

use super::kinds::Kinds;
use super::words::part_name;
use super::{Cause, Found};
use crate::search::{Evidence, Finding, Origin, Part, Suspects};
use ox88_explain::{Rule, counted};
use std::cmp::Reverse;

const UNMAKE_FIRST: &str = "A wrong unmake can spoil every position after it, so other findings may vanish once this is fixed.";

const MAKE_FIRST: &str = "A move that is made wrongly cannot be unmade correctly, so findings about unmake may vanish once \
                          this is fixed.";

const LEAK_FIRST: &str = "Something leaks from one question into the next. ox88 could not reproduce the findings marked ? in \
                          a freshly started engine: they may vanish once this is fixed.";

/// The causes of all findings: the one to fix first, then the others, the most frequent first. What may vanish with one
/// of them comes right below it. Each finding has its place in both lists. If there are several causes, a sentence says
/// which to fix first, and why.
pub(super) fn causes(findings: &[Finding], reported: &[Found]) -> (Vec<Cause>, Option<String>) {
    let mut causes = grouped(findings, reported);
    let own = |cause: &Cause| -> Vec<&Finding> {
        let pairs = findings.iter().zip(reported);
        let own = pairs.filter(|(_, found)| found.cause() == (cause.rule, cause.origin));
        own.map(|(finding, _)| finding).collect()
    };
    // What explains itself comes before what is only known to be corrupted, and this before what no other process
    // has shown. Those with the same number stay in the order in which they were found.
    let is_made = |cause: &Cause| cause.origin == Some(Part::Make.id());
    let is_known = |cause: &Cause| findings[cause.smallest].state().is_some();
    let is_unexplained = |cause: &Cause| {
        cause.rule == Rule::StateCorrupted.id() || is_made(cause) && !is_known(cause)
    };
    let is_doubtful = |cause: &Cause| reported[cause.smallest].doubt.is_some();
    causes.sort_by_key(|cause| (is_doubtful(cause), is_unexplained(cause), Reverse(cause.found)));

    let origin_of = |cause: &Cause| findings[cause.smallest].origin();
    // Another process of the engine answers otherwise, or the same one does the next time.
    let leaks = |cause: &Cause| {
        matches!(
            origin_of(cause).map(|it| &it.evidence),
            Some(Evidence::DependsOnHistory { .. } | Evidence::RightWhenRepeated)
        )
    };
    let is_unmake = |cause: &Cause| {
        origin_of(cause)
            .is_some_and(|it| it.suspects.has(Suspects::UNMAKE) && it.is_made_or_unmade())
    };
    let leak = causes.iter().position(leaks).filter(|_| causes.iter().any(is_doubtful));
    // What explains lists alone may do so by chance, where others have the same moves wrong; and what explains counts
    // alone, where a fault of counting has more findings.
    let is_counted_more = causes
        .iter()
        .max_by_key(|it| it.found)
        .is_some_and(|it| it.origin == Some(Part::Counting.id()));
    let is_shown = |cause: &Cause| {
        let mut evidence = own(cause).into_iter().filter_map(|it| Some(&it.origin()?.evidence));
        let may_be_chance = |it: &Evidence| match it {
            Evidence::RightAfterEachMove | Evidence::RightByEachFen => is_counted_more,
            it => *it == Evidence::SeenElsewhere,
        };
        is_unmake(cause) && !evidence.all(may_be_chance)
    };
    let unmake = || causes.iter().position(|cause| is_shown(cause) && is_known(cause));
    let unmake = || unmake().or_else(|| causes.iter().position(is_shown));
    let (first, why) = match (leak, unmake()) {
        _ if causes.len() < 2 => return (causes, None),
        (Some(leak), _) => (leak, Some(LEAK_FIRST)),
        (None, Some(unmake)) => match causes.iter().position(|it| is_behind(it, &causes[unmake])) {
            Some(make) => (make, Some(MAKE_FIRST)),
            None => (unmake, Some(UNMAKE_FIRST)),
        },
        (None, None) => (0, None),
    };
    let to_fix = causes.remove(first);
    let has_most = to_fix.found > causes[0].found;
    let suspects = |it: &Cause| origin_of(it).map_or(Suspects::NONE, |it| it.suspects);
    // Whether one part may be at fault in both.
    let may_share_part = |first: &Cause, cause: &Cause| {
        suspects(first) == Suspects::NONE || suspects(cause).has(suspects(first))
    };
    let may_vanish_with_first = |cause: &Cause, first: &Cause| {
        leak.is_some() && is_doubtful(cause)
            || is_unmake(first)
                && (is_unmake(cause) || own(cause).into_iter().all(may_come_from_unmake))
            || may_share_part(first, cause) && own(cause).into_iter().all(is_vague)
    };
    // Of one it is left open which part is at fault, and of the other known.
    let is_left_open = |open: &Cause, known: &Cause| {
        let (open, known) = (suspects(open), suspects(known));
        open != known && known.without(open) == Suspects::NONE
    };
    let of_first = Kinds::of(&own(&to_fix));
    let mut above = vec![&of_first];
    let mut groups = vec![vec![to_fix]];
    let all: Vec<Kinds> = causes.iter().map(|it| Kinds::of(&own(it))).collect();
    for (cause, kinds) in causes.into_iter().zip(&all) {
        let are_all_above = kinds.are_among(&above, &all);
        // Before a FEN is read, nothing else can go wrong.
        let is_misread = suspects(&cause) == Suspects::READ;
        let may_vanish_with = |place: usize| {
            let it = &groups[place][0];
            let is_unexplained = is_made(&cause) && !is_known(&cause);
            place == 0 && may_vanish_with_first(&cause, it)
                || is_behind(it, &cause)
                || cause.rule == it.rule && is_left_open(it, &cause)
                || is_left_open(&cause, it) && kinds.are_of_moves_of(above[place])
                || is_unexplained && groups[place].iter().any(|it| is_made(it) && is_known(it))
                || is_unexplained && above[place].are_played_before(&own(&cause))
                || are_all_above
                    && kinds.have_one_of(above[place])
                    && (!is_misread || may_share_part(it, &cause))
        };
        if let Some(place) = (0..groups.len()).rev().find(|&place| may_vanish_with(place)) {
            groups[place].push(Cause { may_be_symptom: true, ..cause });
        } else {
            groups.push(vec![cause]);
            above.push(kinds);
        }
    }
    let why = why.map(str::to_owned);
    let why = why.or_else(|| has_most.then(|| how_much(&groups[0], findings.len())));
    let advice = why.map(|why| {
        let Cause { fault, rule, origin, .. } = &groups[0][0];
        let part = origin.map_or(String::new(), |part| format!(", {}", part_name(part)));
        format!("Fix first: {fault} ({rule}{part}). {why}")
    });
    (groups.concat(), advice)
}

/// How many of all findings the first of these causes has, and how many may vanish with it.
fn how_much(causes: &[Cause], all: usize) -> String {
    let all = counted(all, "finding");
    let (first, others) = (causes[0].found, causes[1..].iter().map(|it| it.found).sum());
    match others {
        0 => format!("{first} of {all} show this."),
        more => format!("{first} of {all} show this; {more} more may follow from it."),
    }
}

/// Whether a move that is made as wrongly as this may look as if it were taken back like that.
fn is_behind(made: &Cause, taken_back: &Cause) -> bool {
    const CASTLING: [Rule; 3] =
        [Rule::RookNotMoved, Rule::CastlingOnOtherWing, Rule::KingStepTakenForCastling];
    const EN_PASSANT: [Rule; 2] = [Rule::CapturedPawnLeft, Rule::CaptureRemovesAnotherPawn];
    const PROMOTION: [Rule; 2] = [Rule::PawnDoesNotPromote, Rule::PromotesToAnotherPiece];
    let pairs: [(&[Rule], Rule); 3] = [
        (&CASTLING, Rule::RookNotMovedBack),
        (&EN_PASSANT, Rule::CapturedPieceNotRestored),
        (&PROMOTION, Rule::PromotedPieceLeft),
    ];
    let is_pair = |(makes, unmake): &(&[Rule], Rule)| {
        unmake.id() == taken_back.rule && makes.iter().any(|rule| rule.id() == made.rule)
    };
    made.origin == Some(Part::Make.id())
        && taken_back.origin == Some(Part::Unmake.id())
        && pairs.iter().any(is_pair)
}

/// Whether it is neither known which rule is broken, nor which part is at fault.
fn is_vague(finding: &Finding) -> bool {
    const VAGUE: [Rule; 3] = [Rule::CountOnly, Rule::NotNarrowedDown, Rule::StateCorrupted];
    finding.rule().is_some_and(|rule| VAGUE.contains(&rule))
        && finding.origin().is_some_and(|it| it.part() == Part::Unknown)
}

/// The findings by their cause, in the order in which they were found.
fn grouped(findings: &[Finding], reported: &[Found]) -> Vec<Cause> {
    // What another process has shown as well comes first, then what was seen there and not only explained by what was
    // seen elsewhere, and then the smallest.
    let is_seen_elsewhere = |place: usize| {
        findings[place].origin().is_some_and(|it| it.evidence == Evidence::SeenElsewhere)
    };
    let rank = |place: usize| {
        (!findings[place].is_confirmed(), is_seen_elsewhere(place), findings[place].size())
    };
    let mut causes: Vec<Cause> = Vec::new();
    for (place, found) in reported.iter().enumerate() {
        let (rule, origin) = found.cause();
        match causes.iter_mut().find(|cause| (cause.rule, cause.origin) == (rule, origin)) {
            Some(cause) => {
                cause.found += 1;
                if cause.fault != found.fault {
                    let fault = findings[place].rule().map_or(found.title, Rule::fault);
                    fault.clone_into(&mut cause.fault);
                }
                if rank(place) < rank(cause.smallest) {
                    cause.smallest = place;
                }
            }
            None => causes.push(Cause {
                rule,
                title: found.title,
                fault: found.fault.clone(),
                origin,
                found: 1,
                smallest: place,
                may_be_symptom: false,
            }),
        }
    }
    causes
}

/// Whether taking moves back wrongly is one of the explanations that the origin itself leaves open.
fn may_come_from_unmake(finding: &Finding) -> bool {
    let Some(Origin { suspects, evidence }) = finding.origin() else { return false };
    match evidence {
        Evidence::KeyLacks(_) | Evidence::NotSettled => true,
        _ if *suspects == Suspects::ALL => false,
        _ => {
            suspects.has(Suspects::UNMAKE)
                && (suspects.part() != Part::Unmake || finding.state().is_none())
        }
    }
}
