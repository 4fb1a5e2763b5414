import { z } from 'zod';
import { findMark } from '~/backend/schemas/reading';

/** How necessary a field is. An `expected` field has a substitute, but visitors notice its absence. */
type Need = 'required' | 'expected' | 'optional';

const NEEDS: readonly Need[] = ['required', 'expected', 'optional'];

interface Field {
  path: string;
  need: Need;
}

/** The fields of one variant of a body. */
export interface Body {
  /** The sections that an update names. */
  sections: string | undefined;
  fields: Field[];
}

/** Lists the fields of each body that a schema accepts, except failures. */
export function listBodies(schema: unknown): Body[] {
  if (schema === undefined) return [];
  const inner = unwrap(schema);
  if (inner instanceof z.ZodUnion) return inner.options.flatMap(listBodies);
  const fields = listFields(inner, '', 'required');
  return fields.length > 0 ? [{ sections: sectionsOf(inner), fields }] : [];
}

function listFields(schema: unknown, path: string, need: Need): Field[] {
  const inner = unwrap(schema);
  if (inner instanceof z.ZodArray) {
    const of = listFields(inner.element, `${path}[]`, need);
    return of.length === 1 && of[0]?.path === `${path}[]` ? [{ path, need }] : of;
  }
  if (!(inner instanceof z.ZodObject)) return [{ path, need }];
  return Object.entries(inner.shape).flatMap(([name, field]) => {
    const marked = findMark(field);
    const own: Need = marked ? 'expected' : z.safeParse(field, undefined).success ? 'optional' : 'required';
    const combined = NEEDS[Math.max(NEEDS.indexOf(need), NEEDS.indexOf(own))] ?? own;
    return listFields(marked ?? field, path === '' ? name : `${path}.${name}`, combined);
  });
}

/** Removes wrappers such as optional, nullable and default. */
function unwrap(schema: unknown): unknown {
  if (schema instanceof z.ZodPipe) return unwrap(schema.in);
  const isWrapper =
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodCatch;
  return isWrapper ? unwrap(schema.def.innerType) : schema;
}

function sectionsOf(schema: unknown): string | undefined {
  const sections: unknown = schema instanceof z.ZodObject ? unwrap(schema.shape.sections) : undefined;
  if (!(sections instanceof z.ZodArray)) return undefined;
  const { element } = sections;
  const names: unknown[] =
    element instanceof z.ZodEnum ? element.options : element instanceof z.ZodLiteral ? [...element.values] : [];
  return names.join(', ');
}
