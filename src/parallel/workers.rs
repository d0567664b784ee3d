//! Threads that work on tasks, the most urgent first.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// The tasks that no thread has begun with.
#[derive(Debug)]
pub(super) struct Tasks<T> {
    waiting: Mutex<Waiting<T>>,
    changed: Condvar,
}

#[derive(Debug)]
struct Waiting<T> {
    urgent: VecDeque<T>,
    others: VecDeque<T>,
    is_closed: bool,
}

impl<T> Tasks<T> {
    pub(super) fn new() -> Self {
        Self {
            waiting: Mutex::new(Waiting {
                urgent: VecDeque::new(),
                others: VecDeque::new(),
                is_closed: false,
            }),
            changed: Condvar::new(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Waiting<T>> {
        // A thread that panics leaves the queues whole.
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn add(&self, task: T) {
        self.lock().others.push_back(task);
        self.changed.notify_one();
    }

    /// Adds a task that is taken before the others.
    pub(super) fn add_urgent(&self, task: T) {
        self.lock().urgent.push_back(task);
        self.changed.notify_one();
    }

    /// Waits for a task; none when it is closed.
    pub(super) fn next(&self) -> Option<T> {
        let mut waiting = self.lock();
        loop {
            if waiting.is_closed {
                return None;
            }
            let task = waiting.urgent.pop_front();
            if let Some(task) = task.or_else(|| waiting.others.pop_front()) {
                return Some(task);
            }
            waiting = self
                .changed
                .wait(waiting)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Closes it when what this returns is dropped: then no task is handed out any more.
    pub(super) fn close_later(&self) -> Closing<'_, T> {
        Closing(self)
    }
}

/// See [`Tasks::close_later`].
pub(super) struct Closing<'t, T>(&'t Tasks<T>);

impl<T> Drop for Closing<'_, T> {
    fn drop(&mut self) {
        self.0.lock().is_closed = true;
        self.0.changed.notify_all();
    }
}
