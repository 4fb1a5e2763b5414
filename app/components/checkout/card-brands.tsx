/** The accepted brands' names by their keys in `CARD_BRANDS`, in the order shown. */
export type AcceptedBrands = Readonly<Record<string, string>>;

interface CardBrandsProps {
  brands: AcceptedBrands;
  label: string;
}

/** Runs on the server and, beside a provider's own fields, in the browser. A script marks the brand of the number. */
export function CardBrands({ brands, label }: CardBrandsProps) {
  const entries = Object.entries(brands);
  if (entries.length === 0) return null;
  return (
    <ul className="card-brands" aria-label={label}>
      {entries.map(([brand, name]) => (
        <li key={brand} data-brand={brand}>
          {name}
        </li>
      ))}
    </ul>
  );
}
