import type { ReactNode } from 'react';
import type { HostedFieldName } from '~/payments/browser-port';

interface HostedFieldProps {
  name: HostedFieldName;
  label: ReactNode;
  error: string | undefined;
  /** Lies over the end of its box. */
  inBox?: ReactNode;
}

/** Our label and message around the provider's frame, which is mounted in the empty element. */
export function HostedField({ name, label, error, inBox }: HostedFieldProps) {
  return (
    <div className="field">
      <label htmlFor={`hosted-${name}`}>{label}</label>
      {error && (
        <p className="field-error">
          <span>{error}</span>
        </p>
      )}
      <div id={`hosted-${name}`} className="hosted-field" data-invalid={error ? '' : undefined} />
      {inBox}
    </div>
  );
}
