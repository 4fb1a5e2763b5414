import type { ProfessionalSecurity } from '~/domain/professional';
import type { Translate } from '~/i18n/translator';
import { TextField, type AnyField } from '~/components/form/field';
import { useTranslate } from '~/components/page/use-translate';

/** Only the question is ever filled in again. */
export function ProfessionalSecurityFields({ fields }: { fields: Record<keyof ProfessionalSecurity, AnyField> }) {
  const t = useTranslate();
  const labels = professionalSecurityLabels(t);
  return (
    <>
      <TextField
        field={fields.securityQuestion}
        label={labels.securityQuestion}
        hint={t('professional:security.questionHint')}
        autoComplete="off"
      />
      <TextField
        field={fields.securityAnswer}
        label={labels.securityAnswer}
        hint={t('professional:security.answerHint')}
        autoComplete="off"
        spellCheck={false}
      />
      <TextField
        field={fields.securityCode}
        label={labels.securityCode}
        hint={t('professional:security.codeHint')}
        type="password"
        inputMode="numeric"
        autoComplete="off"
        className="short"
      />
      <TextField
        field={fields.securityCodeConfirm}
        label={labels.securityCodeConfirm}
        type="password"
        inputMode="numeric"
        autoComplete="off"
        className="short"
      />
    </>
  );
}

export function professionalSecurityLabels(t: Translate) {
  return {
    securityQuestion: t('professional:fields.securityQuestion'),
    securityAnswer: t('professional:fields.securityAnswer'),
    securityCode: t('professional:fields.securityCode'),
    securityCodeConfirm: t('professional:fields.securityCodeConfirm'),
  };
}
