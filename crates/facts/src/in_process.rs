//! Objects in this process that tell facts.

use crate::compare::yes;
use crate::told::{NULL, TellResult, Teller, Told, ToldMove, VERSION, kind_of_leaves, yes_or_no};
use ox88::{CastlingNotation, Move, Position};
use ox88_count::Column;
use ox88_engine::{Line, TroubleKind};
use ox88_explain::truth::End;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

/// A position of your own library, of which ox88 asks facts in process. Implement what your library has: what is left
/// as it is here is not asked.
pub trait Facts {
    /// Sets up the position of a FEN, whatever was set up before.
    fn set_up(&mut self, fen: &str);

    /// Makes a legal move, which is written in UCI.
    fn make(&mut self, mv: &str);

    /// Takes back the move that was made last. Answer `false` if your library cannot.
    fn unmake(&mut self) -> bool {
        false
    }

    /// Makes a null move, which [`unmake`](Facts::unmake) takes back. Answer `false` if your library cannot.
    fn make_null(&mut self) -> bool {
        false
    }

    /// The evaluation of the side to move: as it was kept along the moves, and as a rebuild has it.
    fn eval(&mut self) -> Option<(i64, i64)> {
        None
    }

    /// The stages of the move generator, each with its name and its moves: together all legal moves.
    fn stages(&mut self) -> Option<Vec<(String, Vec<String>)>> {
        None
    }

    /// Whether the stages also list moves that leave the king attacked.
    fn stages_are_pseudo(&self) -> bool {
        false
    }

    /// The key of the position.
    fn key(&mut self) -> Option<u128> {
        None
    }

    /// The FEN of the position.
    fn fen(&mut self) -> Option<String> {
        None
    }

    /// Whether the side to move is in check.
    fn is_check(&mut self) -> Option<bool> {
        None
    }

    /// How the game stands.
    fn outcome(&mut self) -> Option<End> {
        None
    }

    /// Whether a legal move gives check.
    fn gives_check(&mut self, _mv: &str) -> Option<bool> {
        None
    }

    /// Whether a legal move captures.
    fn is_capture(&mut self, _mv: &str) -> Option<bool> {
        None
    }

    /// A legal move in SAN.
    fn san(&mut self, _mv: &str) -> Option<String> {
        None
    }

    /// Whether a move is legal: any two squares, with or without the letter of a promotion.
    fn is_legal(&mut self, _mv: &str) -> Option<bool> {
        None
    }

    /// The move in UCI that a text in SAN means, and `no` if it means none.
    fn read_san(&mut self, _text: &str) -> Option<String> {
        None
    }

    /// How many leaves of each kind there are at a depth, by names such as `captures`, `en passant`, `checks` or
    /// `mates`.
    fn leaves(&mut self, _depth: u32) -> Option<Vec<(String, u128)>> {
        None
    }

    /// Whether your library knows Chess960, in which a king castles by taking its rook: `e1h1`.
    fn knows_chess960(&self) -> bool {
        false
    }
}

/// The methods that take no text, with the words of `facts` for what they answer. The first two are what is kept along
/// moves.
const ALL: [(&str, &str); 6] = [
    ("key", "key 0x"),
    ("eval", "eval "),
    ("fen", "fen "),
    ("is_check", "check "),
    ("outcome", "end "),
    ("stages", "stage "),
];
const KEPT: usize = 2;

/// What answers to the name of a method and a text, which is empty if the method takes none.
type Call<'a> = Box<dyn FnMut(&str, &str) -> Result<Option<String>, String> + 'a>;

/// Objects in this process.
pub struct InProcess<'a> {
    new: Rc<dyn Fn() -> Call<'a> + 'a>,
    object: Call<'a>,
    knows_chess960: TellResult<bool>,
    /// Whether a king castles by taking its rook in ordinary chess as well: `e1h1`.
    castles_onto_rook: bool,
    /// How its methods are called.
    name: fn(&str) -> String,
}

impl<'a> InProcess<'a> {
    /// The objects that a function makes.
    pub fn new<F: Facts + 'a>(new: impl Fn() -> F + 'a) -> InProcess<'a> {
        InProcess::by_name(move || {
            let mut object = new();
            move |method: &str, about: &str| Ok(answer(&mut object, method, about))
        })
    }

    /// Objects of another language. Their methods are called by the names that [`Facts`] has for them, with a text or
    /// an empty one. They answer `yes` or `no`, digits of a hexadecimal key, a word for an end, lines such as `captures
    /// 8`, or nothing where there is no such method. An error is one that has failed, and another one takes its place.
    pub fn by_name<A>(new: impl Fn() -> A + 'a) -> InProcess<'a>
    where
        A: FnMut(&str, &str) -> Result<Option<String>, String> + 'a,
    {
        let new: Rc<dyn Fn() -> Call<'a> + 'a> = Rc::new(move || Box::new(new()));
        let mut objects = InProcess {
            object: new(),
            new,
            knows_chess960: Ok(false),
            castles_onto_rook: false,
            name: str::to_owned,
        };
        let knows = objects.is("knows_chess960", "");
        objects.knows_chess960 = knows.map(|knows| knows == Some(true));
        objects.castles_onto_rook =
            objects.castles("e1g1") != Ok(true) && objects.castles("e1h1") == Ok(true);
        objects
    }

    /// The same, whose methods have other names in the language of their author.
    #[must_use]
    pub fn with_names(self, name: fn(&str) -> String) -> InProcess<'a> {
        InProcess { name, ..self }
    }

    /// Calls a method. An object that has failed is asked no more: another one takes its place.
    fn call(&mut self, method: &str, about: &str) -> TellResult<Option<String>> {
        let failed = match catch_unwind(AssertUnwindSafe(|| (self.object)(method, about))) {
            Ok(Ok(answer)) => return Ok(answer),
            Ok(Err(why)) => TroubleKind::Fails(why),
            Err(panic) => {
                let text = panic.downcast_ref::<String>().map(String::as_str);
                let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
                TroubleKind::Panics(text.unwrap_or("without a message").to_owned())
            }
        };
        self.object = (self.new)();
        Err(failed.into())
    }

    fn is(&mut self, method: &str, about: &str) -> TellResult<Option<bool>> {
        Ok(self.call(method, about)?.and_then(|text| yes_or_no(&text)))
    }

    /// What these methods answer, as `facts` has it after these words.
    fn told(&mut self, methods: &[(&str, &str)]) -> TellResult<Told> {
        let mut lines = vec![VERSION.to_owned()];
        for (method, word) in methods {
            let answer = self.call(method, "")?.unwrap_or_default();
            lines.extend(answer.lines().map(|line| format!("{word}{line}")));
        }
        Ok(Told::of_facts(&lines).unwrap_or_default())
    }

    /// Whether a castling is made that is written like this, as far as that is told.
    fn castles(&mut self, mv: &str) -> TellResult<bool> {
        self.call("set_up", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")?;
        let is_legal = self.is("is_legal", mv)? != Some(false);
        self.call("make", mv)?;
        let castled = |fen: String| fen.starts_with("r3k2r/8/8/8/8/8/8/R4RK1 ");
        Ok(is_legal && self.call("fen", "")?.is_none_or(castled))
    }

    /// A text of a move, which may be none, as the object writes it.
    fn written(&self, here: &Position, text: &str) -> String {
        let mv = self.castles_onto_rook.then(|| here.find_move(text).ok()).flatten();
        mv.map_or(text.to_owned(), |mv| mv.text(CastlingNotation::KingTakesRook))
    }

    fn texts(&self, at: &Line) -> Vec<String> {
        at.plies().map(|ply| self.written(&ply.before, &ply.text())).collect()
    }

    fn begin(&mut self, at: &Line) -> TellResult<()> {
        self.knows_chess960.clone()?;
        self.call("set_up", &at.fen())?;
        self.texts(at).iter().try_for_each(|mv| self.call("make", mv).map(drop))
    }

    /// Makes moves one after the other and takes them back, or all moves of so many plies. Whether it has done that.
    fn walk(
        &mut self,
        at: &Line,
        (moves, plies): (&[Move], u32),
        goes_on: &mut dyn FnMut() -> bool,
    ) -> TellResult<bool> {
        let end = at.end();
        let (first, rest, plies) = match moves {
            [mv, rest @ ..] => (vec![*mv], rest, 0),
            [] if plies > 0 => (end.legal_moves(), moves, plies - 1),
            [] => return Ok(true),
        };
        for mv in first {
            self.call("make", &self.written(&end, &end.move_text(mv)))?;
            if !self.walk(&at.and(mv), (rest, plies), goes_on)?
                || self.is("unmake", "")? != Some(true)
                || !goes_on()
            {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// What an object answers to the name of a method.
fn answer(object: &mut impl Facts, method: &str, about: &str) -> Option<String> {
    let in_words = |is: bool| yes(is).to_owned();
    match method {
        "set_up" => object.set_up(about),
        "make" => object.make(about),
        "unmake" => return Some(in_words(object.unmake())),
        "make_null" => return Some(in_words(object.make_null())),
        "eval" => return object.eval().map(|(kept, fresh)| format!("{kept} {fresh}")),
        "stages" => {
            let row = |(name, moves)| [vec![name], moves].concat().join(" ");
            let rows: Vec<String> = object.stages()?.into_iter().map(row).collect();
            return Some(rows.join("\n"));
        }
        "stages_are_pseudo" => return Some(in_words(object.stages_are_pseudo())),
        "key" => return object.key().map(|key| format!("{key:x}")),
        "fen" => return object.fen(),
        "is_check" => return object.is_check().map(in_words),
        "outcome" => return object.outcome().map(|end| end.word().to_owned()),
        "gives_check" => return object.gives_check(about).map(in_words),
        "is_capture" => return object.is_capture(about).map(in_words),
        "san" => return object.san(about),
        "is_legal" => return object.is_legal(about).map(in_words),
        "read_san" => return object.read_san(about),
        "leaves" => {
            let row = |(name, count)| format!("{name} {count}");
            let rows: Vec<String> =
                object.leaves(about.parse().ok()?)?.into_iter().map(row).collect();
            return Some(rows.join("\n"));
        }
        "knows_chess960" => return Some(in_words(object.knows_chess960())),
        _ => {}
    }
    None
}

impl Teller for InProcess<'_> {
    fn tell(&mut self, at: &Line) -> TellResult<Told> {
        self.begin(at)?;
        let here = at.end();
        let mut told = self.told(&ALL)?;
        told.is_pseudo = self.is("stages_are_pseudo", "")? == Some(true);
        for mv in here.legal_moves() {
            let text = here.move_text(mv);
            let theirs = self.written(&here, &text);
            let (san, check) = (self.call("san", &theirs)?, self.is("gives_check", &theirs)?);
            let capture = self.is("is_capture", &theirs)?;
            told.moves.push(ToldMove { text, san, check, capture, mate: None });
        }
        Ok(told)
    }

    fn kept(&mut self, at: &Line) -> TellResult<Told> {
        self.begin(at)?;
        self.told(&ALL[..KEPT])
    }

    fn null(&mut self, at: &Line) -> TellResult<Option<[Told; 2]>> {
        self.begin(at)?;
        if self.is("make_null", "")? != Some(true) {
            return Ok(None);
        }
        let after = self.told(&ALL[..KEPT])?;
        let is_back = self.is("unmake", "")? == Some(true);
        let back = if is_back { self.told(&ALL[..KEPT])? } else { Told::default() };
        Ok(Some([after, back]))
    }

    fn take_back(
        &mut self,
        at: &Line,
        moves: &[Move],
        goes_on: &mut dyn FnMut() -> bool,
    ) -> TellResult<Option<[Told; 2]>> {
        self.begin(at)?;
        let before = self.told(&ALL[..=KEPT])?;
        if !self.walk(at, (moves, 2), goes_on)? {
            return Ok(None);
        }
        Ok(Some([before, self.told(&ALL[..=KEPT])?]))
    }

    fn are_legal(&mut self, at: &Line, moves: &[String]) -> TellResult<Option<Vec<bool>>> {
        self.begin(at)?;
        let end = at.end();
        moves.iter().map(|mv| self.is("is_legal", &self.written(&end, mv))).collect()
    }

    fn read_san(&mut self, at: &Line, texts: &[String]) -> TellResult<Option<Vec<String>>> {
        self.begin(at)?;
        texts.iter().map(|text| self.call("read_san", text)).collect()
    }

    fn leaves(&mut self, at: &Line, depth: u32) -> TellResult<Vec<(Column, u128)>> {
        self.begin(at)?;
        let told = self.call("leaves", &depth.to_string())?.unwrap_or_default();
        let row = |line: &str| {
            let (name, count) = line.rsplit_once(' ')?;
            Some((kind_of_leaves(name)?, count.parse().ok()?))
        };
        Ok(told.lines().filter_map(row).collect())
    }

    fn knows_chess960(&self) -> bool {
        self.knows_chess960 == Ok(true)
    }

    fn fresh(&self) -> TellResult<Box<dyn Teller + '_>> {
        let (new, knows_chess960) = (Rc::clone(&self.new), self.knows_chess960.clone());
        Ok(Box::new(InProcess { object: new(), new, knows_chess960, ..*self }))
    }

    fn typed(&self, at: &Line, method: &str, about: &str) -> Vec<String> {
        let call = |method: &str, text: &str| match text {
            NULL => format!("{}()", (self.name)("make_null")),
            "" => format!("{}()", (self.name)(method)),
            _ => format!("{}(\"{text}\")", (self.name)(method)),
        };
        let calls = |method: &str, texts: &[String]| -> Vec<String> {
            texts.iter().map(|text| call(method, text)).collect()
        };
        let about = &*self.written(&at.end(), about);
        let rest = match method.split_once(' ') {
            Some((told, "after make_null")) => vec![call("make_null", ""), call(told, "")],
            Some((told, _)) => {
                let moves: Vec<String> = about.split_whitespace().map(str::to_owned).collect();
                let back = moves.iter().map(|_| call("unmake", "")).collect();
                [vec![call(told, "")], calls("make", &moves), back, vec![call(told, "")]].concat()
            }
            None if method == "stages" => vec![call(method, "")],
            None if method == "leaves" => vec![format!("{}({about})", (self.name)(method))],
            None => vec![call(method, about)],
        };
        [vec![call("set_up", &at.fen())], calls("make", &self.texts(at)), rest].concat()
    }
}
