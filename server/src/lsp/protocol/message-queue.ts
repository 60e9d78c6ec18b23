/**
 * Passes messages to the server one at a time, after all messages that have arrived are read. The library reads and handles messages
 * in turns, so a request would be computed before its cancellation or the next edit is read.
 */
import type { Message, MessageStrategy } from 'vscode-languageserver';

type Pass = MessageStrategy['handleMessage'];

export interface MessageQueue {
  readonly receive: Pass;
  /** Requests with these methods are dropped when an edit of their text follows: clients repeat them after each edit. */
  dropOvertaken(methods: Iterable<string>): void;
  /** Calls the function when no message waits, at the latest after `longestWait`. */
  defer(run: () => void): void;
}

interface Platform {
  /** Calls the function when one more message has been read, if one has arrived. */
  readonly nextTurn: (run: () => void) => void;
  /** In ms. */
  readonly now: () => number;
}

interface Waiting {
  readonly message: Message;
  /** The method and the parameters of a request, equal for equal requests. Undefined for what is never dropped. */
  readonly question: string | undefined;
  readonly pass: () => void;
}

interface Deferred {
  readonly run: () => void;
  readonly since: number;
}

/** A message is passed on after this number of turns even if others still arrive, so that a busy client gets answers. */
const mostTurns = 100;

/** In ms: deferred work continues after this time even if requests wait. */
const longestWait = 250;

/** These have an effect beyond their answer. */
const lifecycle = new Set<unknown>(['initialize', 'shutdown']);

/** The parameters of requests that an edit has overtaken. */
const overtaken = new WeakSet<object>();

/** True for a dropped request: its text has changed since. */
export function isOvertaken(params: unknown): boolean {
  return typeof params === 'object' && params !== null && overtaken.has(params);
}

export function messageQueue({ nextTurn, now }: Platform): MessageQueue {
  let waiting: Waiting[] = [];
  let deferred: Deferred[] = [];
  const repeated = new Set<unknown>();
  let received = 0;
  let isTurning = false;

  const take = (isTaken: (each: Waiting) => boolean): readonly Waiting[] => {
    const taken = new Set(waiting.filter(isTaken));
    if (taken.size > 0) waiting = waiting.filter((each) => !taken.has(each));
    return [...taken];
  };
  /** The library has noted the cancellation, and the server answers a cancelled request without computing anything. */
  const cancel = (id: unknown): void => {
    passAll(take(({ message, question }) => question !== undefined && memberOf(message, 'id') === id));
  };
  const overtake = (uri: unknown): void => {
    const stale = take(({ message }) => repeated.has(memberOf(message, 'method')) && uriIn(message) === uri);
    for (const { message } of stale) overtaken.add(memberOf(message, 'params') as object);
    passAll(stale);
  };
  /** Equal requests are passed on together, so that their answer is computed once. */
  const equalTo = (question: string): readonly Waiting[] => {
    const end = waiting.findIndex((each) => each.question === undefined);
    const others = new Set(end < 0 ? waiting : waiting.slice(0, end));
    return take((each) => each.question === question && others.has(each));
  };
  const passFirst = (): void => {
    const first = waiting.shift();
    first?.pass();
    if (first?.question !== undefined) passAll(equalTo(first.question));
  };
  const runDeferred = (): void => {
    const due = deferred;
    deferred = [];
    for (const { run } of due) run();
  };
  const turn = (turns: number): void => {
    isTurning = true;
    const before = received;
    nextTurn(() => {
      if (received !== before && turns < mostTurns) return turn(turns + 1);
      isTurning = false;
      const isOverdue = deferred.some(({ since }) => now() - since > longestWait);
      if (waiting.length === 0 || isOverdue) runDeferred();
      passFirst();
      goOn();
    });
  };
  const goOn = (): void => {
    if (!isTurning && waiting.length + deferred.length > 0) turn(0);
  };
  return {
    receive(message, next) {
      received++;
      const method = memberOf(message, 'method');
      if (method === '$/cancelRequest') {
        cancel(memberOf(memberOf(message, 'params'), 'id'));
        return next(message);
      }
      if (method === 'textDocument/didChange' || method === 'textDocument/didClose') overtake(uriIn(message));
      // The library logs a failure.
      return new Promise((done) => {
        waiting.push({ message, question: questionOf(message), pass: () => done(next(message)) });
        goOn();
      });
    },
    dropOvertaken(methods) {
      for (const method of methods) repeated.add(method);
    },
    defer(run) {
      deferred.push({ run, since: now() });
      goOn();
    },
  };
}

function passAll(messages: readonly Waiting[]): void {
  for (const { pass } of messages) pass();
}

function questionOf(message: Message): string | undefined {
  const method = memberOf(message, 'method');
  const isDropped = typeof method === 'string' && memberOf(message, 'id') !== undefined && !lifecycle.has(method);
  return isDropped ? `${method} ${JSON.stringify(memberOf(message, 'params'))}` : undefined;
}

function uriIn(message: Message): unknown {
  return ['params', 'textDocument', 'uri'].reduce<unknown>(memberOf, message);
}

/** Undefined for anything that has no such member. */
function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}
