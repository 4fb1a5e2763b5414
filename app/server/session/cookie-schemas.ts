import { z } from 'zod';
import { EXPERIMENTS, variantOf, type Experiment } from '~/domain/experiments';
import { keysOf } from '~/domain/keys-of';
import { LANGUAGES } from '~/domain/languages';
import { MAX_REDIRECT_LENGTH } from '~/lib/redirect-address';
import { PACKAGE_CODE, REFERRER_KEY, type VisitLink } from '~/domain/visit-link';

// Another release may have signed another shape, and the language cookie is unsigned. An invalid value is read as if the cookie were
// absent.

/** An id, or a sealed value. */
export const textSchema = z.string().min(1).nullable().catch(null);

export const languageSchema = z.enum(keysOf(LANGUAGES)).nullable().catch(null);

/**
 * The visitor's choice when asked about analytics, and the id that a yes allows. A yes without an id is of an earlier release. `off` only
 * counts where visitors are not asked.
 */
export const analyticsConsentSchema = z
  .string()
  .regex(/^(?:no|yes|(?:yes|off) [\w-]{22})$/)
  .nullable()
  .catch(null);

const variantSchema = z.unknown().transform(variantOf).exactOptional();

/** Drops experiments that no longer exist. */
export const experimentsSchema = z
  .object(
    Object.fromEntries(EXPERIMENTS.map((name) => [name, variantSchema])) as Record<Experiment, typeof variantSchema>,
  )
  .catch({});

export type Variants = z.infer<typeof experimentsSchema>;

const discountSchema = z.object({
  referrer: z.string().regex(REFERRER_KEY),
  percentage: z.number().min(1).max(100).exactOptional(),
});

export const linkSchema = z
  .object({
    discount: discountSchema.exactOptional(),
    preselectedPackage: z.string().regex(PACKAGE_CODE).exactOptional(),
    // Validated again before redirecting.
    redirectUrl: z.string().max(MAX_REDIRECT_LENGTH).exactOptional(),
  })
  .catch({}) satisfies z.ZodType<VisitLink>;
