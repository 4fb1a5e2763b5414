/** A text key, as schemas return them. The backend returns sentences, in only one language. */
const TEXT_KEY = /^\w+:[\w.]+$/;

/** Marks a name whose error is a sentence. */
const SENTENCE = '!';

/** Separates a field's name from the key of a backend's error. */
const KEY = '=';

/** Replaces a sentence. */
const TRY_AGAIN = 'common:errors.tryAgain';

/**
 * The entries of a form's hidden field about a shown error, for a page that switches its language.
 *
 * @param name of the field, or empty for the errors above the form
 */
export function describeShown(name: string, errors: readonly string[]): string[] {
  const keys = errors.filter((error) => TEXT_KEY.test(error));
  const isSentence = keys.length < errors.length;
  return [name, ...(isSentence ? [name + SENTENCE] : []), ...(name === '' ? keys : [])];
}

/** More such entries, for a backend's errors at fields. A schema may return the same keys, but does not find these errors again. */
export function describeFaults(fieldErrors: Readonly<Record<string, readonly string[]>>): string[] {
  return Object.entries(fieldErrors).flatMap(([name, errors]) =>
    errors.filter((error) => TEXT_KEY.test(error)).map((key) => name + KEY + key),
  );
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
  for (const entry of entries) {
    const [name = '', key] = entry.split(KEY);
    if (key !== undefined && TEXT_KEY.test(key)) (errors[name] ??= []).push(key);
  }
  return errors;
}
