import type { AddressSuggestion, SuggestedAddress } from '~/domain/address';

type Question = { country: string; search: string } & ({ text: string } | { id: string });

/** Fetches suggestions; undefined if the look-up fails. */
export async function fetchSuggestions(
  lookup: string,
  question: Question,
  signal: AbortSignal,
): Promise<AddressSuggestion[] | undefined> {
  return (await post(lookup, question, signal)) as AddressSuggestion[] | undefined;
}

/** The address of a suggestion; undefined if the look-up fails. */
export async function addressOf(
  lookup: string,
  suggestion: AddressSuggestion,
  question: { country: string; search: string },
): Promise<SuggestedAddress | undefined> {
  if ('address' in suggestion) return suggestion.address;
  return ((await post(lookup, { ...question, id: suggestion.id })) as SuggestedAddress | null | undefined) ?? undefined;
}

async function post(lookup: string, question: Question, signal?: AbortSignal): Promise<unknown> {
  try {
    const answer = await fetch(lookup, { method: 'POST', body: new URLSearchParams(question), signal });
    return answer.ok ? ((await answer.json()) as unknown) : undefined;
  } catch {
    return undefined;
  }
}

/** A random id for one search. `randomUUID` would need https. */
export function newSearch(): string {
  return crypto.getRandomValues(new Uint32Array(3)).join('-');
}
