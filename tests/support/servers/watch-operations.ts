import { contract, type BackendClient } from '~/backend/contract/contract';

/** An operation and its outcome: `done`, or the code of a documented error. */
export type Outcome = `${string} ${string}`;

/** Wraps a client, and records the outcome of each call. */
export function watchOperations(client: BackendClient, seen: Set<Outcome>): BackendClient {
  return new Proxy(client, {
    get: (groups, group: string) =>
      // `await` checks whether a client is a promise.
      group in contract &&
      new Proxy(groups[group as keyof BackendClient], {
        get: (calls, call: string) => async (input: unknown) => {
          const name = `${group}.${call}`;
          try {
            const answer = await (calls[call as never] as (input: unknown) => Promise<unknown>)(input);
            seen.add(`${name} done`);
            return answer;
          } catch (error) {
            const { code, defined } = error as { code?: string; defined?: boolean };
            if (defined) seen.add(`${name} ${code}`);
            throw error;
          }
        },
      }),
  });
}

/** Returns every operation of the contract with each documented outcome. */
export function documentedOutcomes(): Outcome[] {
  return Object.entries(contract).flatMap(([group, calls]) =>
    Object.entries(calls).flatMap(([call, operation]) =>
      ['done', ...Object.keys(operation['~orpc'].errorMap)].map((end): Outcome => `${group}.${call} ${end}`),
    ),
  );
}
