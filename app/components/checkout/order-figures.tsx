export interface OrderRow {
  kind?: 'total' | 'later';
  name: string;
  /** Shown beside the name of a package. */
  term?: string;
  options?: string[];
  /** A formatted amount, or a sentence. */
  amount: string | null;
}

/** The data of the order summary. */
export interface ShownOrder {
  rows: OrderRow[];
  /** The formatted total, as in the summary's line. */
  total: string;
}

/** Rendered on the server and, by the script that updates the total, in the browser. */
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
