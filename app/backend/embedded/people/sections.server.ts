import { z } from 'zod';
import type { ValidationErrors } from '~/backend/schemas/answers';
import type { ParentBody } from '~/backend/schemas/people';
import { PLAIN_SECTIONS, SECTIONS } from '~/backend/schemas/sections';
import { keysOf } from '~/domain/keys-of';
import { securityTextKey } from '~/domain/security-info';
import type { Translate } from '~/i18n/translator';
import { keyIdOf, type Sealing } from '~/lib/sealing.server';
import { ADDRESS } from '~/steps/billing';
import { CONTACT } from '~/steps/contact';
import { CHILDREN, CO_PARENT } from '~/steps/family';
import { REFERRAL } from '~/steps/referral';
import type { Values } from '~/steps/field';
import type { Fault } from '~/steps/section';
import { jsonColumn } from '~/store/json-column';
import { hashSecurityProof } from './passwords.server';

/**
 * Checks and stores answers by section. A row's `answers` is a JSON object of sections, with hashes in place of
 * secrets. `answers_sealed_by` is the id of the pepper that sealed them.
 */

type SectionName = keyof typeof SECTIONS;
type Bodies = { [Name in SectionName]: z.infer<z.ZodObject<(typeof SECTIONS)[Name]>> };

/** Sections of a request. */
export type Sections = Partial<Bodies>;

declare const isHashed: unique symbol;
/** Answers that may be stored: secrets are hashed, and the fields that repeat them are removed. */
export type HashedSections = Partial<Record<SectionName, object>> & { readonly [isHashed]: true };

const SECRET_NAMES = ['SECURITY_QUESTION', 'SECURITY_CODE', 'PROFESSIONAL_SECURITY'] as const;
type SecretName = (typeof SECRET_NAMES)[number];
type OpenSections = Partial<Omit<Bodies, SecretName>> & { [Name in SecretName]?: never };

interface Rules<Body> {
  /** Plain sections are checked by their field definitions instead. */
  faults?(body: Body): Fault[];
  /** Without it, new answers replace the stored ones. */
  merge?(known: Body, incoming: Body): Body;
  /** The stored part; by default everything. */
  kept?(body: Body): Partial<Body>;
}

type PlainName = keyof typeof PLAIN_SECTIONS;
type RulesByName = { [Name in Exclude<SectionName, PlainName>]: Required<Pick<Rules<Bodies[Name]>, 'faults'>> } & {
  [Name in SectionName]?: Rules<Bodies[Name]>;
};

const RULES: RulesByName = {
  PARENT: {
    faults: ({ parent }) => CONTACT.faults('parent', parent),
    merge: (known, incoming) => ({ parent: mergeParent(known.parent, incoming.parent) }),
  },
  ADDRESS: { faults: ({ address }) => ADDRESS.faults('address', address) },
  REFERRAL: { faults: ({ referral }) => REFERRAL.faults('referral', referral) },
  FAMILY: {
    faults: ({ coParent, ...family }) => [...CO_PARENT.faults('coParent', coParent), ...CHILDREN.faults('', family)],
  },
  SECURITY_QUESTION: {
    kept: ({ securityQuestion, securityAnswer }) => ({
      securityQuestion: securityQuestion.trim(),
      securityAnswer: securityTextKey(securityAnswer),
    }),
  },
  SECURITY_CODE: { kept: ({ securityCode }) => ({ securityCode }) },
  PROFESSIONAL_SECURITY: { kept: ({ securityCodeConfirm: _repeated, ...kept }) => kept },
};

const NAMES = keysOf<SectionName>(SECTIONS);
/** The sections without secrets. */
export const OPEN_NAMES = NAMES.filter(
  (name): name is Exclude<SectionName, SecretName> => !SECRET_NAMES.some((secret) => secret === name),
);
const namesIn = (sections: { [Name in SectionName]?: unknown }) => Object.keys(sections) as SectionName[];
const rulesOf = (name: SectionName): Rules<Values> => (RULES[name] ?? {}) as Rules<Values>;
const findPlain = (name: string) => (name in PLAIN_SECTIONS ? PLAIN_SECTIONS[name as PlainName] : undefined);
/** The fields of a section that are stored as hashes. */
const secretsOf = (name: string): readonly string[] => findPlain(name)?.secrets ?? [];

function faultsIn(name: SectionName, body: Values): Fault[] {
  return rulesOf(name).faults?.(body) ?? findPlain(name)?.faults('', body) ?? [];
}

/** Picks the named sections from a body. */
export function sectionsIn<Name extends SectionName>(
  body: object,
  names: readonly Name[],
): { [One in Name]?: Bodies[One] } {
  const found = NAMES.filter((name) => names.includes(name as Name)).map((name) => {
    const parts = Object.entries(body).filter(([part]) => part in SECTIONS[name]);
    return [name, Object.fromEntries(parts)] as const;
  });
  // The contract's schemas accept a section only with all of its parts, or with none.
  return Object.fromEntries(found.filter(([, parts]) => Object.keys(parts).length > 0)) as {
    [One in Name]?: Bodies[One];
  };
}

export function findFaults(t: Translate, sections: Sections): ValidationErrors {
  return namesIn(sections)
    .flatMap((name) => faultsIn(name, sections[name] ?? {}))
    .map(({ field, text }) => ({ field, text: t(`backend:validation.${text}`) }));
}

/** Argon2id is slow, so call it before a transaction. */
export async function hashSecrets(pepper: Sealing, sections: Sections): Promise<HashedSections> {
  const hashed: Partial<Record<SectionName, object>> = {};
  for (const name of namesIn(sections)) {
    const { kept = (body) => body } = rulesOf(name);
    const stored: Values = { ...kept(sections[name] ?? {}) };
    for (const secret of secretsOf(name).filter((one) => one in stored))
      stored[secret] = await hashSecurityProof(pepper, String(stored[secret]));
    hashed[name] = stored;
  }
  return hashed as HashedSections;
}

type StoredAnswers = Partial<Record<SectionName, Record<string, unknown>>>;

interface AnswersColumns {
  answers: string;
  answers_sealed_by: string | null;
}

/**
 * Merges new answers into the stored ones, as columns. To keep concurrent changes of other sections, lock the row before reading `known`,
 * or write only if it is unchanged.
 */
export function mergeAnswers(known: string, incoming: HashedSections | OpenSections): AnswersColumns {
  // Parsed without the schema, to keep sections of a newer build.
  const stored = JSON.parse(known) as StoredAnswers;
  for (const name of namesIn(incoming)) {
    const [before, after] = [stored[name], { ...incoming[name] }];
    stored[name] = (before && rulesOf(name).merge?.(before, after)) ?? after;
  }
  const secrets = secretsIn(stored);
  // An earlier pepper may have sealed the stored ones.
  const oldest = secrets.find(({ name }) => !(name in incoming)) ?? secrets[0];
  return { answers: JSON.stringify(stored), answers_sealed_by: oldest ? keyIdOf(oldest.hash) : null };
}

/** Merges an earlier copy of a row's answers over those that it has now. */
export function restoreAnswers(known: string, copy: string): AnswersColumns {
  return mergeAnswers(known, JSON.parse(copy) as HashedSections);
}

export const answersOf = (incoming: HashedSections | OpenSections): AnswersColumns => mergeAnswers('{}', incoming);

/** Re-seals hashes that an earlier pepper sealed. */
export function resealAnswers(pepper: Sealing, answers: string): AnswersColumns {
  const stored = JSON.parse(answers) as StoredAnswers;
  for (const { name, secret, hash } of secretsIn(stored))
    stored[name] = { ...stored[name], [secret]: pepper.seal(pepper.open(hash)) };
  return mergeAnswers(JSON.stringify(stored), {});
}

/** The answers without hashes, for responses. */
export function readableAnswers(answers: string): object {
  const stored = JSON.parse(answers) as StoredAnswers;
  for (const { name, secret } of secretsIn(stored)) stored[name] = { ...stored[name], [secret]: undefined };
  return stored;
}

/** The answers for parent A's account. Children belong to the family, and the co-parent to the invitation. */
export function withoutFamily(answers: string): string {
  return JSON.stringify({ ...(JSON.parse(answers) as StoredAnswers), FAMILY: undefined });
}

export function withoutCoParent(answers: string): string {
  const stored = JSON.parse(answers) as StoredAnswers;
  return JSON.stringify({ ...stored, FAMILY: { ...stored.FAMILY, coParent: undefined } });
}

/** Removes children's e-mails, not the children: they are part of what the parents told. */
export function withoutChildEmails(answers: string, isRemoved: (email: string) => boolean): string {
  const stored = JSON.parse(answers) as StoredAnswers & { FAMILY?: { children?: WithEmail[] } };
  const { FAMILY } = stored;
  if (!FAMILY?.children) return answers;
  return JSON.stringify({ ...stored, FAMILY: { ...FAMILY, children: withoutEmails(FAMILY.children, isRemoved) } });
}

interface WithEmail {
  email?: string | null;
}

export function withoutEmails<Child extends WithEmail>(
  children: readonly Child[],
  isRemoved: (email: string) => boolean,
): Child[] {
  return children.map((child) => (child.email && isRemoved(child.email) ? { ...child, email: null } : child));
}

const SECRETS = NAMES.flatMap((name) => secretsOf(name).map((secret) => ({ name, secret })));

function secretsIn(stored: StoredAnswers) {
  return SECRETS.flatMap(({ name, secret }) => {
    const hash = stored[name]?.[secret];
    return typeof hash === 'string' ? [{ name, secret, hash }] : [];
  });
}

type Parts = (
  Bodies[SectionName] extends infer Body ? (Body extends unknown ? (body: Body) => void : never) : never
) extends (all: infer All) => void
  ? Partial<All>
  : never;

const answersColumn = jsonColumn(
  'answers',
  z
    .object(Object.fromEntries(NAMES.map((name) => [name, z.object(SECTIONS[name]).partial().optional()])))
    .transform((stored) => Object.assign({}, ...Object.values(stored)) as Parts),
);

/** All answers of a row, from every section. Secrets are hashes. */
export const readAnswers = (answers: string): Parts => answersColumn.read(answers);

/** Merges new details into the stored ones. Omitted fields keep their values. */
function mergeParent(known: ParentBody, incoming: ParentBody): ParentBody {
  const given = Object.entries(incoming).filter(([, value]) => value !== undefined);
  return { ...known, ...Object.fromEntries(given) };
}
