export interface OrderRow {
  kind?: 'total' | 'later';
  name: string;
  /** For how long, beside the name of a package. */
  term?: string;
  options?: string[];
  /** Formatted, or a sentence in its place. */
  amount: string | null;
}

/** What the order summary shows. */
export interface ShownOrder {
  rows: OrderRow[];
  /** The total, formatted, as it stands in the summary's line. */
  total: string;
}

/** Runs on the server and, for the script that shows another total, in the browser. */
export function OrderFigures({ rows }: { rows: OrderRow[] }) {
  return (
    <dl className="figures">
      {rows.map(({ kind, name, term, options = [], amount }) => (
        <div key={name} className={kind}>
          <dt>
            {name}
            {term && (
              <>
                {' '}
                <span className="term">{term}</span>
              </>
            )}
            {options.length > 0 && (
              <ul>
                {options.map((option) => (
                  <li key={option}>{option}</li>
                ))}
              </ul>
            )}
          </dt>
          {amount !== null && <dd>{amount}</dd>}
        </div>
      ))}
    </dl>
  );
}
