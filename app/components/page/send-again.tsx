import { FormToken } from '~/components/form/form-token';
import { SupportContact } from './problem-pages';
import { FORM_ID } from './route-handle';
import { useTranslate } from './use-translate';

export interface SendAgainProps {
  title: string;
  /** Why it was not taken. */
  text: string;
  /** When to press, where it would not be taken before. */
  wait?: string | undefined;
  /** With its query. */
  address: string;
  /** In their order. */
  fields: [name: string, value: string][];
  /** Values that a person typed or chose. */
  typed: string[];
  /** A secret was posted, which no page fills in again. */
  lacksSecrets: boolean;
}

/** Asks the visitor to resend a post that was not taken, though its form is not at fault. */
export function SendAgain({ title, text, wait, address, fields, typed, lacksSecrets }: SendAgainProps) {
  const t = useTranslate();
  return (
    <section className="problem">
      <h1>{title}</h1>
      <p>{text}</p>
      {wait && <p>{wait}</p>}
      {lacksSecrets && <p>{t('common:sendAgain.secrets')}</p>}
      {typed.length > 0 && (
        <>
          <h2>{t('common:sendAgain.typed')}</h2>
          <ul>
            {typed.map((value, index) => (
              <li key={index}>{value}</li>
            ))}
          </ul>
        </>
      )}
      <form id={FORM_ID} method="post" action={address} noValidate>
        <FormToken />
        {fields.map(([name, value], index) => (
          <input key={index} type="hidden" name={name} value={value} />
        ))}
        <div className="step-buttons">
          <button className="primary">{t('common:sendAgain.button')}</button>
        </div>
      </form>
      <SupportContact />
    </section>
  );
}
