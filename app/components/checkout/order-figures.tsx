export interface OrderRow {
  kind?: 'total' | 'later';
  name: string;
  /** The term, beside the name of a package. */
  term?: string;
  options?: string[];
  /** Formatted, or a sentence instead. */
  amount: string | null;
}

/** The data of the order summary. */
export interface ShownOrder {
  rows: OrderRow[];
  /** The formatted total, as in the summary's line. */
  total: string;
}

/** Runs on the server and, for the script that updates the total, in the browser. */
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
