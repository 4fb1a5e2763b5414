import type { Generated } from 'kysely';
import type { Currency } from '~/domain/money';
import type { PaymentType } from '~/domain/order';

/**
 * Tables of the embedded backend (docs/architecture.md). A `JsonColumn` (json-column.ts) reads and writes each column marked JSON, with a
 * schema of app/backend/schemas. An e-mail in a separate column is normalised (app/domain/email.ts) for look-ups.
 */
export interface BackendTables {
  backend_registrations: RegistrationTable;
  backend_accounts: AccountTable;
  backend_families: FamilyTable;
  backend_invitations: InvitationTable;
  backend_orders: OrderTable;
  backend_payment_attempts: PaymentAttemptTable;
  backend_payment_keys: PaymentKeyTable;
  backend_payment_history: PaymentHistoryTable;
  backend_tokens: TokenTable;
  backend_activation_codes: ActivationCodeTable;
  backend_coupons: CouponTable;
  backend_mails: MailTable;
  backend_professionals: ProfessionalTable;
  backend_professional_codes: ProfessionalCodeTable;
  backend_variants: VariantTable;
  backend_keys: KeyTable;
}

export interface RegistrationTable {
  /** The signup id. */
  id: string;
  /** SHA-256 of the registration key. */
  key_hash: string;
  email: string;
  /** JSON: the answers by section (app/backend/embedded/people/sections.server.ts). */
  answers: string;
  parent_duplicate_confirmed: number;
  co_parent_duplicate_confirmed: number;
  anonymous_id: string | null;
  /** The account created from the sign-up; null until it is paid. */
  account_id: string | null;
  created_at: string;
  updated_at: string;
}

export interface AccountTable {
  id: string;
  family_id: string | null;
  email: string;
  /** Unique. Null if the parent confirmed a second account with this e-mail. */
  email_key: string | null;
  /** As in a registration, with Argon2id hashes in place of secrets. */
  answers: string;
  /** The id of the pepper that sealed these hashes, or an earlier one that sealed one of them; null without hashes. */
  answers_sealed_by: Generated<string | null>;
  marketing_opt_in: number;
  username: string | null;
  /** The normalised username, for comparing; unique. */
  username_key: string | null;
  /** Argon2id. */
  password_hash: string | null;
  agreed_to_terms: Generated<number>;
  created_at: string;
}

interface FamilyTable {
  id: string;
  /** JSON. */
  children: string;
  first_time_setup: number;
  created_at: string;
}

/** An invited co-parent. The id is their user id, which their account keeps. Contains what they enter before the account exists. */
export interface InvitationTable {
  id: string;
  family_id: string;
  /** The address the invitation was sent to. */
  email: string | null;
  /** JSON: the co-parent body, as the inviter entered it. */
  co_parent: string;
  is_subscription_paid: number;
  /** JSON `{firstName, lastName}` of the professional who created this user; null if a parent sent the invite. */
  professional: Generated<string | null>;
  /** The package that was already paid for them, if any. */
  package_id: Generated<string | null>;
  /** The coupon from the invitation. */
  referrer_key: Generated<string | null>;
  /** The language of e-mails, unless a request names another. */
  language: Generated<string | null>;
  /** The co-parent's answers, as in an account, like the next column. */
  answers: Generated<string>;
  answers_sealed_by: Generated<string | null>;
  parent_duplicate_confirmed: Generated<number>;
  agreed_to_terms: Generated<number>;
  marketing_opt_in: Generated<number>;
  anonymous_id: Generated<string | null>;
  account_made_at: Generated<string | null>;
  /** When username and password were set. Invite tokens stop working then. */
  completed_at: Generated<string | null>;
  created_at: string;
  updated_at: Generated<string | null>;
}

interface OrderTable {
  id: string;
  account_id: string;
  family_id: string;
  package_id: string;
  product_id: string | null;
  /** JSON, like the next two. */
  services: string;
  /** Its activation codes are masked, like those of the receipt. */
  pricing: string;
  receipt: string;
  pay_for_co_parent: number;
  created_at: string;
}

/** One payment attempt, written before the provider is called (states: app/backend/embedded/payments/attempts/attempt-states.ts). */
export interface PaymentAttemptTable {
  order_id: string;
  /** The signup id, or the user id of an invited co-parent. */
  signup_id: string;
  payer: Generated<'registration' | 'invitation'>;
  /** Counts a sign-up's attempts from 1. */
  number: number;
  amount: number;
  currency: Currency;
  merchant_account: string;
  payment_type: PaymentType;
  /** Sealed JSON; null after the provider has responded, or if the total is zero. */
  sealed_nonce: string | null;
  /** JSON: the order without payment details, its activation codes masked. */
  request: string;
  /** JSON: the amounts that the customer agreed to, its activation codes masked. */
  pricing: string;
  /** Sealed JSON: the activation codes masked above; null without codes, or when the attempt no longer needs them. */
  sealed_codes: Generated<string | null>;
  language: string;
  state:
    | 'started'
    | 'unknown'
    | 'authorised'
    | 'registered'
    | 'settled'
    | 'declined'
    | 'voided'
    | 'refunded'
    | 'taken-late'
    | 'orphaned'
    | 'needs-operator';
  transaction_id: string | null;
  card_last_four: string | null;
  /** Why the attempt was declined, refused or voided. */
  reason: string | null;
  /** Sealed JSON: the payment response, which contains a token. */
  sealed_answer: string | null;
  /** The worker that holds the attempt's lease, and when it ends. */
  lease_token: string | null;
  lease_until: string | null;
  /** How often the attempt was looked up again after it was closed as not taken. */
  late_looks: Generated<number>;
  created_at: string;
  updated_at: string;
}

/** One entry for each event of an attempt. The database refuses to change or delete an entry. */
export interface PaymentHistoryTable {
  order_id: string;
  /** Counts an attempt's entries from 1. */
  number: number;
  at: string;
  /** Null for the first entry. The same as `to_state` for a note without a change of state. */
  from_state: PaymentAttemptTable['state'] | null;
  to_state: PaymentAttemptTable['state'];
  reason: string | null;
  /** The process, as `host:pid`, or the operator's name. */
  by: string;
}

/** Maps an idempotency key to its attempt, so that the same key always gets the same result. */
interface PaymentKeyTable {
  signup_id: string;
  idempotency_key: string;
  order_id: string;
}

export interface TokenTable {
  /** SHA-256. */
  token_hash: string;
  purpose: 'credentials' | 'sign-in' | 'invite';
  /** The id of the account, or of the invitation that becomes one. */
  account_id: string;
  created_at: string;
  expires_at: string;
  /** When the token was used; null until then. */
  used_at: string | null;
}

interface ActivationCodeTable {
  /** Hashed (app/backend/embedded/pricing/code-hashing.server.ts); in plain upper case right after an operator added it. */
  code: string;
  amount: number;
  currency: Currency;
  spent_at: string | null;
  /** The order id. */
  spent_by: string | null;
}

export interface CouponTable {
  referrer_key: string;
  coupon_code: string;
  /** Thousandths of a percent. */
  rate: number;
}

export interface MailTable {
  id: string;
  kind: string;
  recipient: string;
  language: string;
  /** Sealed JSON of subject, text and HTML, because a mail can contain a token. */
  sealed_content: string;
  created_at: string;
  sent_at: string | null;
  tries: Generated<number>;
  /** The earliest time of the next try; null means at once. */
  next_try_at: Generated<string | null>;
  /** The worker that holds the mail's lease, and when it ends. */
  lease_token: Generated<string | null>;
  lease_until: Generated<string | null>;
  given_up_at: Generated<string | null>;
  /** The order that the mail is about; null for others. */
  order_id: Generated<string | null>;
  /** The invitation that the mail is about; null for others, and for mails of a build before this column. */
  invitation_id: Generated<string | null>;
  /** Why the last attempt failed, without an address. */
  last_failure: Generated<string | null>;
  /** When an operator queued it again after the worker gave up. */
  requeued_at: Generated<string | null>;
}

/** Marks an account as a professional's. */
export interface ProfessionalTable {
  account_id: string;
  /** SHA-256 of the registration's idempotency key; unique. */
  key_hash: string;
  created_at: string;
}

/** The professional who owns an activation code and hands it out to clients. */
interface ProfessionalCodeTable {
  /** As in `backend_activation_codes`. */
  code: string;
  professional_id: string;
  /** Sealed with the pepper. */
  sealed_code: string;
}

/** Keys sealed with the pepper, so that a new pepper does not change what was hashed with them. */
interface KeyTable {
  name: string;
  sealed_key: string;
  created_at: string;
}

/** A visitor's variant in each experiment that decides an offer or a price. */
interface VariantTable {
  anonymous_id: string;
  flag: string;
  is_treatment: number;
  created_at: string;
}
