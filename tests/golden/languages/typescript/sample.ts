import type { Clock } from './clock';
import * as net from 'node:net';
import legacy = require('legacy');
export * from './errors';

export const ATTEMPTS = 3 as const;

/** What may go wrong. */
export enum Fault {
  Timeout = 'timeout',
  Refused = 'refused',
}

export type Result<T, E = Error> = { ok: true; value: T } | Failure<E>;

// Where a message goes.
// One for each peer.
export interface Channel<T> extends Source<T>, net.Sink {
  readonly id: string;
  onClose?: (reason: Fault) => void;
  /** Resolves when the peer has it, not when it is merely written to a buffer of ours. */
  send(message: T, signal?: AbortSignal): Promise<void>;
  close(): void;
  new (id: string): Channel<T>;
  /** How many messages wait, the one that is being sent included, and how many a caller may add. */
  pending(limit: number): Record<string, number>;
}

/**
 * Sends again what was lost.
 */
@Injectable({ scope: 'peer' })
export abstract class Retry<T extends object> extends net.Base<T> implements Channel<T>, legacy.Closable {
  @Input() private readonly clock: Clock;
  #last?: Fault;

  /** Bound to the instance. */
  onClose = async (reason: Fault): Promise<void> => {
    this.#last = reason;
  };

  constructor(readonly id: string, clock: Clock) {
    super(id);
    this.clock = clock;
  }

  abstract wait(attempt: number): number;

  // One call for one, one for many.
  send(message: T): Promise<void>;
  send(messages: T[]): Promise<void>;
  @Traced('send')
  async send(input: T | T[]): Promise<void> {
    const all = Array.isArray(input) ? input : [input];
    for (const one of all) await this.once<T>(one);
  }

  private async once<M>(message: M): Promise<Result<M>> {
    return { ok: true, value: message satisfies M };
  }
}

export function open(id: string): Channel<string>;
export function open(id: string, fault: Fault): never;
/** The one that runs. */
export function open(id: string, fault?: Fault): Channel<string> {
  if (fault) throw new Error(fault);
  return new net.Line<string>(id) as Channel<string>;
}

export const relay = async <T>(from: Channel<T>, to: Channel<T>): Promise<number> => {
  let count = 0;
  for await (const message of from) {
    await to.send(message);
    count += 1;
  }
  return count;
};

declare global {
  interface Window {
    channel: Channel<unknown>;
  }
}

declare module 'legacy' {
  export function closed(at: Date): boolean;
}

export namespace Wire.Format {
  export const VERSION = 2;
  export class Frame {
    bytes(): Uint8Array {
      return encode(VERSION);
    }
  }
}

export default {
  name: 'relay',
  methods: {
    start: function (): void {},
    stop() {},
  },
} satisfies Plugin;
