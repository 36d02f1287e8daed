// Letters that find their way, however often it takes.
#import <Foundation/Foundation.h>
#import "Letter.h"
@import CoreLocation;

#define MOST_TRIES 5

static NSInteger lettersSent = 0;

// What became of a letter.
typedef NS_ENUM(NSInteger, Outcome) {
    OutcomeTaken = 1,
    OutcomeRefused,
};

typedef struct Stamp {
    int cents;
} Stamp;

typedef void (^Answer)(Outcome outcome);

NS_ASSUME_NONNULL_BEGIN

/// Whoever carries letters.
@protocol Postman <NSObject>
@required
- (Outcome)deliver:(Letter *)letter attempt:(NSInteger)attempt;
@optional
@property (nonatomic, copy) NSString *street;
@end

/// How long to wait, and how often.
@interface RetryPolicy : NSObject <Postman>
@property (nonatomic, assign) NSInteger tries;
@property (nonatomic, copy) void (^answer)(BOOL taken);
+ (instancetype)shared;
- (instancetype)initWithTries:(NSInteger)tries;
- (NSTimeInterval)backoff:(NSInteger)attempt POST_AVAILABLE(ios(13.0));
@end

NS_ASSUME_NONNULL_END

@implementation RetryPolicy {
    NSMutableArray *_journal;
}

@synthesize street = _street;

/// The one that all share.
+ (instancetype)shared {
    static RetryPolicy *policy = nil;
    if (!policy) {
        policy = [[RetryPolicy alloc] initWithTries:MOST_TRIES];
    }
    return policy;
}

- (instancetype)initWithTries:(NSInteger)tries {
    self = [super init];
    if (self) {
        _tries = tries;
        _journal = [NSMutableArray array];
    }
    return self;
}

// Waits double, up to a minute.
- (NSTimeInterval)backoff:(NSInteger)attempt {
    return MIN(pow(2, attempt), 60);
}

- (Outcome)deliver:(Letter *)letter attempt:(NSInteger)attempt {
    for (NSInteger at = attempt; at < self.tries; at++) {
        if ([letter sendWithDelay:[self backoff:at]]) {
            lettersSent++;
            return OutcomeTaken;
        }
        [_journal addObject:@(at)];
    }
    return OutcomeRefused;
}

@end

@interface Letter (Polite)
- (NSString *)greet:(NSString *)name;
@end

@implementation Letter (Polite)
- (NSString *)greet:(NSString *)name {
    return [NSString stringWithFormat:@"Dear %@", name];
}
@end

// Counts what went out.
static NSInteger countLetters(void) {
    return lettersSent;
}
