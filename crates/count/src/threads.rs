//! Shares out work to threads. Without the feature `parallel`, only the caller's own thread works.

#[cfg(feature = "parallel")]
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use std::fmt;

/// One thread, or several that share out work.
#[derive(Debug)]
pub struct Threads {
    /// The threads, if there are more than the caller's own.
    #[cfg(feature = "parallel")]
    pool: Option<rayon::ThreadPool>,
}

/// Why the threads could not be started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThreadsUnavailable(String);

#[cfg_attr(
    not(feature = "parallel"),
    expect(clippy::unused_self, reason = "one thread needs no pool")
)]
impl Threads {
    /// Starts this number of threads. If it is one or none, the caller's own thread does all the work.
    ///
    /// # Errors
    /// When the system does not start them.
    #[cfg(feature = "parallel")]
    pub fn new(count: usize) -> Result<Threads, ThreadsUnavailable> {
        if count <= 1 {
            return Ok(Threads { pool: None });
        }
        let pool = rayon::ThreadPoolBuilder::new().num_threads(count).build();
        let pool = pool.map_err(|error| ThreadsUnavailable(error.to_string()))?;
        Ok(Threads { pool: Some(pool) })
    }

    /// The caller's own thread. More of them need the feature `parallel`.
    ///
    /// # Errors
    /// When more than one is asked for.
    #[cfg(not(feature = "parallel"))]
    pub fn new(count: usize) -> Result<Threads, ThreadsUnavailable> {
        match count {
            0 | 1 => Ok(Threads {}),
            _ => Err(ThreadsUnavailable("this library was built without `parallel`".to_owned())),
        }
    }

    /// Runs work that may share out parts of itself.
    pub fn run<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        #[cfg(feature = "parallel")]
        if let Some(pool) = &self.pool {
            return pool.install(work);
        }
        work()
    }

    /// Applies a function to each item, on all threads. The results keep the order of the items.
    pub fn map<I: Send, T: Send>(
        &self,
        items: Vec<I>,
        work: impl Fn(I) -> T + Send + Sync,
    ) -> Vec<T> {
        #[cfg(feature = "parallel")]
        if self.pool.is_some() {
            return items.into_par_iter().map(work).collect();
        }
        items.into_iter().map(work).collect()
    }
}

impl fmt::Display for ThreadsUnavailable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ThreadsUnavailable {}
