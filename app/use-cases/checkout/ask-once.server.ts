import type { RequestContext } from '~/server/request/request-context.server';

const answers = new WeakMap<RequestContext, Map<string, Promise<unknown>>>();

/**
 * Asks the backend what does not change while a request is answered: the action and the loader after it, and parts of one page, want to know the
 * same. What failed is asked again.
 *
 * @param call the operation's name
 * @param request all that its answer depends on
 */
export function askOnce<Request, Answer>(
  context: RequestContext,
  call: string,
  request: Request,
  ask: (request: Request) => Promise<Answer>,
): Promise<Answer> {
  const known = answers.get(context) ?? new Map<string, Promise<unknown>>();
  answers.set(context, known);
  const key = JSON.stringify([call, request]);
  let answer = known.get(key) as Promise<Answer> | undefined;
  if (!answer) {
    answer = ask(request);
    known.set(key, answer);
    answer.catch(() => known.delete(key));
  }
  return answer;
}

/** After a write, of which a price may depend. */
export function forgetAnswers(context: RequestContext): void {
  answers.delete(context);
}
