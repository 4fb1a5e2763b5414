import type { ReactNode } from 'react';
import type { HostedFieldName } from '~/payments/browser-port';

interface HostedFieldProps {
  name: HostedFieldName;
  label: ReactNode;
  error: string | undefined;
  /** Overlays the end of the field. */
  inBox?: ReactNode;
}

/** Renders our label and error message around an empty element, where the provider mounts its frame. */
export function HostedField({ name, label, error, inBox }: HostedFieldProps) {
  return (
    <div className="field">
      <label htmlFor={`hosted-${name}`}>{label}</label>
      {error && (
        <p className="field-error">
          <span key={error}>{error}</span>
        </p>
      )}
      <div id={`hosted-${name}`} className="hosted-field" data-invalid={error ? '' : undefined} />
      {inBox}
    </div>
  );
}
