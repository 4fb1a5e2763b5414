import type { Verdict } from './watch-username';

interface Answer {
  available: boolean;
  meetsRequirements: boolean;
}

/** What the server says of a username; null where it could not be asked, or has been asked too often: then nothing is said. */
export async function fetchAvailability(lookup: string, username: string): Promise<Verdict | null> {
  try {
    const answer = await fetch(lookup, { method: 'POST', body: new URLSearchParams({ username }) });
    if (!answer.ok) return null;
    const { available, meetsRequirements } = (await answer.json()) as Answer;
    if (!meetsRequirements) return 'validUsernameRequirement_error';
    return available ? 'available' : 'unavailable';
  } catch {
    return null;
  }
}
