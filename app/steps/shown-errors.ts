/** A text key, as schemas return them. The backend returns sentences, in only one language. */
const TEXT_KEY = /^\w+:[\w.]+$/;

/** Marks a name whose error is a sentence. */
const SENTENCE = '!';

/** Replaces a sentence. */
const TRY_AGAIN = 'common:errors.tryAgain';

/**
 * The entries of a form's hidden field about a shown error, for a page that switches its language.
 *
 * @param name of the field, or empty for the errors above the form
 */
export function describeShown(name: string, errors: readonly string[]): string[] {
  const keys = errors.filter((error) => TEXT_KEY.test(error));
  const isSentence = keys.length < errors.length || (name !== '' && keys.includes(TRY_AGAIN));
  return [name, ...(isSentence ? [name + SENTENCE] : []), ...(name === '' ? keys : [])];
}

/**
 * The shown errors that no schema finds again, by name.
 *
 * @param entries of the hidden field
 */
export function readShown(entries: readonly string[]): Record<string, string[]> {
  const errors = Object.create(null) as Record<string, string[]>;
  const keys = entries.filter((entry) => TEXT_KEY.test(entry));
  if (entries.includes('') && keys.length > 0) errors[''] = [...new Set(keys)];
  for (const entry of entries.filter((each) => each.endsWith(SENTENCE)))
    (errors[entry.slice(0, -SENTENCE.length)] ??= []).push(TRY_AGAIN);
  return errors;
}
