import { describe, expect, it } from 'vitest';
import { translatorOf } from '~/i18n/translator';
import { SECURITY_CODE, SECURITY_QUESTION } from './credentials';
import { section, type AnswersOf } from './section';

const fields = { ...SECURITY_QUESTION.fields, ...SECURITY_CODE.fields };
const { schema } = section(fields, {
  rules(form, refuse) {
    SECURITY_QUESTION.check(form, refuse);
    SECURITY_CODE.check(form, refuse);
  },
});
type SecurityAnswers = AnswersOf<typeof fields>;
const GOOD: SecurityAnswers = {
  securityQuestion: 'Name of my first pet?',
  securityAnswer: 'Maple the cat',
  securityCode: '0471',
  confirmCode: '0471',
};

/** Returns the messages of a form by field. */
function faultsOf(change: Partial<SecurityAnswers>): Record<string, string[]> {
  const { error } = schema.safeParse({ ...GOOD, ...change });
  const faults: Record<string, string[]> = {};
  for (const { path, message } of error?.issues ?? []) (faults[String(path[0])] ??= []).push(message);
  return faults;
}

describe('a security question, its answer and the code', () => {
  it('are accepted, also with a leading zero', () => expect(schema.parse(GOOD)).toEqual(GOOD));

  it.each<[change: Partial<SecurityAnswers>, field: string, message: string]>([
    [{ securityQuestion: undefined }, 'securityQuestion', 'errors:securityQuestionMissing'],
    [{ securityQuestion: '   ' }, 'securityQuestion', 'errors:securityQuestionMissing'],
    [{ securityQuestion: '¿¡' }, 'securityQuestion', 'errors:securityQuestionMissing'],
    [{ securityQuestion: 'Why?' }, 'securityQuestion', 'errors:securityLength'],
    [{ securityAnswer: 'x'.repeat(101) }, 'securityAnswer', 'errors:securityLength'],
    [{ securityAnswer: 'a <b> c d' }, 'securityAnswer', 'errors:securityCharacters'],
    [{ securityAnswer: 'name of my  FIRST pet?' }, 'securityAnswer', 'errors:securityAnswerIsQuestion'],
    [{ securityCode: '12a4', confirmCode: '12a4' }, 'securityCode', 'errors:securityCodeDigits'],
    [{ securityCode: '12345', confirmCode: '12345' }, 'securityCode', 'errors:securityCodeLength'],
    [{ confirmCode: '0472' }, 'confirmCode', 'errors:securityCodeConfirm'],
    [{ confirmCode: undefined }, 'confirmCode', 'errors:confirmCodeMissing'],
  ])('are rejected for %j with one error at %s', (change, field, message) => {
    expect(faultsOf(change)).toEqual({ [field]: [message] });
  });

  it.each(["What's my aunt's town, no. 2; or: #1/2-3?", '¿Cómo se llamaba mi perro?', 'Ветер в поле'])(
    'may contain %s',
    (securityQuestion) => expect(faultsOf({ securityQuestion })).toEqual({}),
  );

  it('lose the opening marks of Spanish questions and exclamations, as the Spanish hint states', () => {
    const securityQuestion = '¿Y qué decía, ¡ay, mi perro?';
    expect(schema.parse({ ...GOOD, securityQuestion }).securityQuestion).toBe('Y qué decía, ay, mi perro?');
    expect(translatorOf('es').t('invite:security.questionHint')).toContain('se quitan ¿ y ¡');
  });
});
