import type { FormMetadata } from '@conform-to/react';
import type { ReactNode } from 'react';
import { FORM_ID } from './screen';
import { useTranslate } from './use-translate';

interface StepFormProps {
  form: AnyForm;
  children: ReactNode;
}

/**
 * A step's one form: a plain post to the page's own address. Messages come from the server, in the visitor's language and in the
 * spec's words, so the browser's own validation is off.
 */
export function StepForm({ form, children }: StepFormProps) {
  const shown = Object.keys(form.allErrors);
  return (
    <form id={FORM_ID} method="post" noValidate>
      {shown.length > 0 && <input type="hidden" name="shown" value={shown.join(' ')} />}
      {children}
    </form>
  );
}

/** The step's main button, and Back beside it, which keeps what was typed. */
export function StepButtons({ back = true, label }: { back?: boolean; label?: string }) {
  const t = useTranslate();
  return (
    <div className="step-buttons">
      <button className="primary">{label ?? t('common:buttons.continue')}</button>
      {back && (
        <button className="link-button" name="back" value="back" formNoValidate>
          {t('common:buttons.back')}
        </button>
      )}
    </div>
  );
}

export type AnyForm = Pick<FormMetadata<Record<string, unknown>>, 'allErrors' | 'errors'>;
