import type { HostedCardTexts } from '~/components/enhanced/hosted-card';
import type { HostedFieldName } from '~/payments/browser-port';

interface HostedFieldProps {
  name: HostedFieldName;
  texts: HostedCardTexts;
  error: string | undefined;
}

/** Our label, hint and message around the provider's frame, which is mounted in the empty element. */
export function HostedField({ name, texts, error }: HostedFieldProps) {
  const hint = texts.hints[name];
  return (
    <div className="field">
      <label htmlFor={`hosted-${name}`}>{texts.labels[name]}</label>
      {hint && <p className="hint">{hint}</p>}
      {error && (
        <p className="field-error">
          <span>{error}</span>
        </p>
      )}
      <div id={`hosted-${name}`} className="hosted-field" data-invalid={error ? '' : undefined} />
    </div>
  );
}
