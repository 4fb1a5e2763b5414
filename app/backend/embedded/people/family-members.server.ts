import type { InviteContext } from '~/backend/schemas/invites';
import { CHILDREN } from '~/steps/family';
import type { Db } from '~/store/store';
import { jsonColumn } from '~/store/json-column';
import type { Invitation } from './invitation';
import { readAnswers } from './sections.server';

/** The product's colours for family members, assigned in this order. */
const COLOURS = ['teal', 'plum', 'amber', 'indigo', 'rose', 'olive'] as const;

/** A family's children. */
export const childrenColumn = jsonColumn('children', CHILDREN.body.shape.children);

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** The family that an invited co-parent joins: the inviter and the children, by name only. */
export async function findFamilyMembers(
  db: Db,
  { id, family_id }: Invitation,
): Promise<InviteContext['familyMembers']> {
  const parents = await db
    .selectFrom('backend_accounts')
    .select(['id', 'answers'])
    .where('family_id', '=', family_id)
    .where('id', '!=', id)
    .orderBy('created_at')
    .execute();
  const family = await db
    .selectFrom('backend_families')
    .select('children')
    .where('id', '=', family_id)
    .executeTakeFirst();
  const children = childrenColumn.readOrNull(family?.children ?? null) ?? [];
  const people = [
    ...parents.flatMap(({ id: userId, answers }) => {
      const { parent } = readAnswers(answers);
      return parent ? [{ ...parent, userId }] : [];
    }),
    ...children.map((child) => ({ ...child, userId: null })),
  ];
  return people.map(({ firstName, lastName, userId }, index) => ({
    firstName,
    lastName,
    displayInitials: initialsOf(firstName, lastName),
    color: COLOURS[index % COLOURS.length] ?? COLOURS[0],
    userId,
  }));
}

/** Takes the first grapheme of each name. */
function initialsOf(...names: string[]): string {
  return names.map((name) => [...graphemes.segment(name.trim())][0]?.segment.toUpperCase() ?? '').join('');
}
