//! Retries what may fail.

const std = @import("std");
const clock = @import("clock.zig");
const Allocator = std.mem.Allocator;

/// How often, unless someone says otherwise.
pub const default_attempts: u32 = 3;
var running: usize = 0;

pub const Error = error{ Refused, GaveUp };

/// How long to wait, and how often.
pub const Policy = struct {
    first: u64 = 100,
    limit: u32 = default_attempts,
    journal: ?*clock.Journal = null,

    const Self = @This();

    pub const Kind = enum(u8) {
        never,
        doubling = 2,

        pub fn patient(self: Kind) bool {
            return self != .never;
        }
    };

    pub fn init(first: u64) Self {
        return Self{ .first = first };
    }

    // Milliseconds before this attempt.
    pub fn wait(self: *const Self, attempt: u6) ?u64 {
        if (attempt >= self.limit) return null;
        return @min(60_000, self.first << attempt);
    }

    /// Runs the action until it works or the attempts are used up.
    pub fn run(self: *Self, comptime T: type, action: *const fn () anyerror!T) Error!T {
        var attempt: u6 = 0;
        const started = clock.now();
        while (true) : (attempt += 1) {
            if (action()) |value| {
                if (self.journal) |journal| journal.note("worked", started);
                return value;
            } else |problem| {
                if (problem == error.Refused) return Error.Refused;
                const pause = self.wait(attempt) orelse return Error.GaveUp;
                std.time.sleep(pause * std.time.ns_per_ms);
            }
        }
    }

    test "a policy gives up" {
        const policy = Policy.init(1);
        try std.testing.expect(policy.wait(9) == null);
    }
};

pub const Outcome = union(enum) {
    done: []const u8,
    late: Policy,
};

/// Things that wait for their turn.
pub fn Queue(comptime T: type) type {
    return struct {
        items: std.ArrayList(T),

        pub fn init(allocator: Allocator) @This() {
            return .{ .items = std.ArrayList(T).init(allocator) };
        }

        /// The oldest comes first; the others move up by one place.
        pub fn next(self: *@This()) ?T {
            if (self.items.items.len == 0) return null;
            return self.items.orderedRemove(0);
        }
    };
}

const names = std.StaticStringMap(Policy.Kind).initComptime(.{
    .{ "never", .never },
    .{ "doubling", .doubling },
});

extern "c" fn usleep(microseconds: c_uint) c_int;

export fn always(first: u64) u64 {
    return Policy.init(first).wait(1) orelse 0;
}
