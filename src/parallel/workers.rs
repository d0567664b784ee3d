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
    /// How many threads wait for one.
    threads: usize,
    is_closed: bool,
}

impl<T> Waiting<T> {
    fn take(&mut self) -> Option<T> {
        let urgent = self.urgent.pop_front();
        urgent.or_else(|| self.others.pop_front())
    }
}

impl<T> Tasks<T> {
    pub(super) fn new() -> Self {
        Self {
            waiting: Mutex::new(Waiting {
                urgent: VecDeque::new(),
                others: VecDeque::new(),
                threads: 0,
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
        self.add_to(|waiting| &mut waiting.others, task);
    }

    /// Adds a task that is taken before the others.
    pub(super) fn add_urgent(&self, task: T) {
        self.add_to(|waiting| &mut waiting.urgent, task);
    }

    fn add_to(&self, queue: impl FnOnce(&mut Waiting<T>) -> &mut VecDeque<T>, task: T) {
        let mut waiting = self.lock();
        queue(&mut waiting).push_back(task);
        // Waking is a system call, even when no thread waits.
        if waiting.threads > 0 {
            drop(waiting);
            self.changed.notify_one();
        }
    }

    /// A task, if there is one.
    pub(super) fn take(&self) -> Option<T> {
        self.lock().take()
    }

    /// Waits for a task; none when it is closed.
    pub(super) fn next(&self) -> Option<T> {
        let mut waiting = self.lock();
        loop {
            if waiting.is_closed {
                return None;
            }
            if let Some(task) = waiting.take() {
                return Some(task);
            }
            waiting.threads += 1;
            waiting = self
                .changed
                .wait(waiting)
                .unwrap_or_else(PoisonError::into_inner);
            waiting.threads -= 1;
        }
    }

    /// Closes it when the returned guard is dropped: then no task is handed out any more.
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
