// Package queue hands out jobs.
package queue

import (
	"context"
	clock "time"

	"example.org/lab/store"
)

// Limit is how many jobs wait.
const Limit = 64

const (
	// Idle means nothing to do.
	Idle State = iota
	Busy
	Done, Failed
)

var (
	ErrFull     = errors.New("full")
	hosts, seen = map[string]bool{}, 0
)

var fallback Runner = &pool[Job]{size: 2}

type (
	// State of a job.
	State int
	Names = []string
)

// Runner runs jobs.
type Runner interface {
	fmt.Stringer
	// Run blocks until the job is done or the context is over, whichever comes first; it is safe for many callers.
	Run(ctx context.Context, job *Job) (State, error)
	// Stop lets running jobs finish. It may be called more than once, and only the first call waits for them.
	Stop()
}

// Job is a piece of work.
type Job struct {
	*store.Record
	Options
	Name, Host string `json:"name"`
	after      func(State) error
	limits     struct{ tries int }
}

type pool[T any] struct {
	size int
	jobs chan T
}

// Run takes the next free slot.
func (p *pool[T]) Run(ctx context.Context, job *Job) (State, error) {
	const patience = 3
	type slot struct{ at clock.Time }
	free := slot{at: clock.Now()}
	for try := 0; try < patience; try++ {
		select {
		case p.jobs <- convert[T](job):
			return Busy, nil
		case <-ctx.Done():
			return Failed, store.Wrap(ctx.Err(), job.Name)
		}
	}
	release := func() { p.size++ }
	log.Printf("%s on %s took its slot at %v, %d are free", job.Name, job.Host, free.at, p.size)
	defer release()
	if err := job.after(Failed); err != nil {
		return Failed, fmt.Errorf("after %s: %w", free.at, err)
	}
	return Idle, ErrFull
}

// Stop waits for all slots.
func (p pool[T]) Stop() {
	for len(p.jobs) > 0 {
		runtime.Gosched()
	}
}

//go:noinline
func convert[T any](job any) T { return job.(T) }

func (s State) String() string {
	return Names{"idle", "busy", "done", "failed"}[s]
}
