/** Shows developers the error, its stack and its causes, in English. Collapse it to see the visitor's page. */
export function DeveloperError({ error, reference }: { error: unknown; reference: string }) {
  return (
    <details open className="developer-error">
      <summary>Only in development: what broke. Close this to see the customer&rsquo;s page</summary>
      {chainOf(error).map((link, depth) => (
        <section key={depth}>
          <h2>
            {depth > 0 && 'Because: '}
            {link.title}
          </h2>
          <ol>
            {link.places.map((place, at) => (
              <li key={at}>
                <code>{place}</code>
              </li>
            ))}
          </ol>
        </section>
      ))}
      <p>
        The end of its requestId in the log: <code>{reference}</code>
      </p>
    </details>
  );
}

interface Link {
  title: string;
  /** Innermost first, such as `loader (/app/routes/step1.tsx:12:9)`. */
  places: string[];
}

const MOST_CAUSES = 10;

/** The error and its causes. */
function chainOf(error: unknown, rest = MOST_CAUSES): Link[] {
  if (!(error instanceof Error)) return [{ title: `No Error was thrown, but ${describe(error)}`, places: [] }];
  const places = (error.stack ?? '').split('\n').flatMap((line) => /^\s+at (.+)$/.exec(line)?.[1] ?? []);
  const causes = error.cause === undefined || rest === 0 ? [] : chainOf(error.cause, rest - 1);
  return [{ title: `${error.name}: ${error.message}`, places }, ...causes];
}

function describe(thrown: unknown): string {
  try {
    return JSON.stringify(thrown) ?? String(thrown);
  } catch {
    return String(thrown);
  }
}
