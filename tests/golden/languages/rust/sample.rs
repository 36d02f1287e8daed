//! Rooms and who is in them.

use std::collections::HashMap;
use crate::clock::{self, Clock, Instant as Now};
pub use self::error::*;

extern crate alloc;
mod error;

/// How many fit.
pub const ROOM: usize = 8;
static mut OPENED: u32 = 0;

/// A key, or its number.
pub(crate) union Key {
    number: u32,
    pub bits: [u8; 4],
}

pub type Shared<T> = std::sync::Arc<T>;

/// A guest.
#[derive(Debug, Clone)]
pub struct Guest<'a, C: Clock> {
    /// As written on the door.
    pub name: &'a str,
    since: Option<Now>,
    clock: C,
}

#[derive(PartialEq)]
pub enum State {
    Free,
    Taken(Guest<'static, Fixed>),
    Closed { reason: Reason<String> },
}

/// What can be entered.
pub trait Enter: Send + fmt::Debug {
    type Key: Hash;
    const DOORS: usize = 1;

    /// Lets a guest in, or says who is in the way; a guest who is in already is let in once more, and that is counted.
    fn enter(&mut self, guest: Guest<'_, Fixed>) -> Result<Self::Key, State>;

    /// Empties it at once, without waiting for anybody; whoever is inside finds themselves outside with all their things.
    fn clear(&mut self) {
        self.open(|_| true);
    }

    fn named(name: &str) -> Self where Self: Sized;
}

impl<'a, C: Clock> Guest<'a, C> {
    /// A guest who has just come.
    pub fn new(name: &'a str, clock: C) -> Self {
        let since = Some(clock.now());
        Self { name, since, clock }
    }

    #[must_use]
    pub(crate) fn minutes(&self) -> u64 {
        const MINUTE: u64 = 60;
        fn whole(seconds: u64) -> u64 { seconds / MINUTE }
        self.since.map_or(0, |since| whole(self.clock.since::<u64>(since)))
    }
}

impl Enter for HashMap<String, State> {
    type Key = String;

    // The first free room will do.
    fn enter(&mut self, guest: Guest<'_, Fixed>) -> Result<String, State> {
        assert!(self.len() < ROOM, "{}", describe(&guest));
        for (key, state) in self.iter_mut() {
            if *state == State::Free {
                *state = State::Taken(guest);
                return Ok(key.clone());
            }
        }
        Err(State::Closed { reason: format!("no room for {}", guest.name) })
    }
}

unsafe impl Send for &State {}

macro_rules! rooms {
    ($($name:expr),*) => { vec![$(Room::named($name)),*] };
}

extern "C" {
    fn ring(bell: i32) -> bool;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_free_room_is_taken() {
        let mut house = <HashMap<_, _> as Enter>::named("house");
        assert!(house.enter(Guest::new("Ada", Fixed)).is_ok());
    }

    pub(super) struct Fixed;
}
