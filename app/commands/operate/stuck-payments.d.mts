import type { Kysely } from 'kysely';
import type { Schema } from '~/store/schema';

export function describeStuckPayments(db: Kysely<Schema>): Promise<{ text: string; count: number }>;
