import type { Verdict } from './watch-username';

interface Answer {
  available: boolean;
  meetsRequirements: boolean;
}

/**
 * Fetches whether a username is available. Null if the server does not respond, the limit is reached, or the request is cancelled. The page
 * then shows no message.
 */
export async function fetchAvailability(
  lookup: string,
  username: string,
  givenUp: AbortSignal,
): Promise<Verdict | null> {
  try {
    const answer = await fetch(lookup, { method: 'POST', body: new URLSearchParams({ username }), signal: givenUp });
    if (!answer.ok) return null;
    const { available, meetsRequirements } = (await answer.json()) as Answer;
    if (!meetsRequirements) return 'validUsernameRequirement_error';
    return available ? 'available' : 'unavailable';
  } catch {
    return null;
  }
}
