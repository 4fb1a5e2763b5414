import { isDefinedError } from '@orpc/client';
import type { CallOutcome } from './metrics.server';

/** Receives each finished call with its duration in seconds. */
export type CallListener = (call: string, outcome: CallOutcome, seconds: number) => void;

type Call = (...given: unknown[]) => unknown;

/** Reports each call of a backend client as `group.call`. An error that the contract defines counts as refused, not failed. */
export function instrumentClient<Client extends object>(client: Client, tell: CallListener): Client {
  return replacingMembers(client, (group, name) =>
    typeof group === 'object' || typeof group === 'function'
      ? instrumentPort(group as object, (call, ...rest) => tell(`${name}.${call}`, ...rest))
      : group,
  );
}

export function instrumentPort<Port extends object>(port: Port, tell: CallListener): Port {
  return replacingMembers(port, (member, name) =>
    typeof member === 'function'
      ? watched((...given) => Reflect.apply(member as Call, port, given) as unknown, name, tell)
      : member,
  );
}

function watched(call: Call, name: string, tell: CallListener): Call {
  return (...given) => {
    const began = performance.now();
    const done = (outcome: CallOutcome) => tell(name, outcome, (performance.now() - began) / 1000);
    let answer: unknown;
    try {
      answer = call(...given);
    } catch (error) {
      done('failed');
      throw error;
    }
    // A synchronous method makes no remote call.
    if (!(answer instanceof Promise)) return answer;
    answer.then(
      (value) => done(outcomeOf(value)),
      (error: unknown) => done(error instanceof Error && isDefinedError(error) ? 'refused' : 'failed'),
    );
    return answer;
  };
}

/** A provider's response carries its outcome (app/payments/port.ts). */
function outcomeOf(value: unknown): CallOutcome {
  const outcome = (value as { outcome?: unknown } | null | undefined)?.outcome;
  if (outcome === 'declined' || outcome === 'refused') return 'refused';
  return outcome === 'unknown' ? 'unknown' : 'ok';
}

/** Replaces members lazily, each once. A client's groups are proxies, so the client cannot be spread. */
function replacingMembers<Target extends object>(
  target: Target,
  replace: (member: unknown, name: string) => unknown,
): Target {
  const made = new Map<string, unknown>();
  return new Proxy(target, {
    get(own, name) {
      const member = Reflect.get(own, name) as unknown;
      if (typeof name === 'symbol') return member;
      if (!made.has(name)) made.set(name, replace(member, name));
      return made.get(name);
    },
  });
}
