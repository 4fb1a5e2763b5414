import { createHmac, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';
import { PAGE_MARK } from '~/components/form/page-mark';
import type { Clock } from '~/domain/clock';
import { deriveKeys, type SiteSecrets } from '~/lib/sealing.server';

/** The hidden field that every form of a page carries. Neither its name nor its value identifies the visitor. */
export interface PageMark {
  /** Differs for each visitor, so that no browser refills a form that another visitor typed into (components/form/page-mark.tsx). */
  name: string;
  value: string;
}

/** A mark and the rendering that it identifies. */
export type MadeMark = PageMark & { rendering: string };

/** The owner of a page is a sign-up or a link. A page served before either has a thread instead. */
export type PageOwner = { owner: string; path: string } | { thread: string | undefined };

/** A mark that was posted. */
export interface PostedMark {
  /** Made by this site, for a page that this visitor was served. */
  isAuthentic: boolean;
  /**
   * Served to another visitor, for example to this browser's user before Exit, or forged. A missing mark is not, nor is that of a first page
   * which the browser requested together with another one, whose cookie replaced the visitor's.
   */
  isOfAnotherVisitor: boolean;
  isOlderThanADay: boolean;
  /** Identifies one rendering of a page; empty if the mark is of another visitor. */
  rendering: string;
  /** The mark's claim, which is true if the mark is authentic. A missing mark does not claim an owner. */
  claimsOwner: boolean;
  /** Set for a page without an owner. A page and the pages that respond to its posts share a thread. */
  thread: string | undefined;
  /** Whether the page with this path was served to this owner, and to this visitor or together with the visitor's first page. */
  belongsTo(owner: string, path: string): boolean;
  /** A new mark with the same owner, for a page that contains the posted input. */
  again(visitorId: string | null): PageMark | null;
}

export interface PageMarks {
  /** A mark for one rendering of a page. */
  mark(visitorId: string, of: PageOwner): MadeMark;
  /** @param visitorId null for a browser that sent no visitor's cookie */
  read(posted: PageMark | undefined, visitorId: string | null): PostedMark;
  /**
   * Identifies a sign-up to its pages. Derived irreversibly from the values that begin it, so that a repeated submission begins the same
   * sign-up.
   */
  lineage(thread: string | undefined, ...born: readonly (string | undefined)[]): string;
}

const SECOND_MS = 1000;
/** How long a mark proves that a body without `Origin` and `Sec-Fetch-Site` comes from our page. */
const DAY_MS = 24 * 60 * 60 * 1000;

/** How long the requests for a browser's first pages can overlap. No one can type, exit and leave the browser to another person in less. */
const TOGETHER_SECONDS = 3;
const VISITOR_BYTES = 16;

/** Makes an id that begins with the time, because two tabs that open together get one each, and the browser keeps only the last. */
export function makeVisitorId(clock: Clock): string {
  const id = randomBytes(VISITOR_BYTES);
  id.writeUInt32BE(secondsOf(clock), 0);
  return id.toString('base64url');
}

function bornAt(visitorId: string): number {
  const id = Buffer.from(visitorId, 'base64url');
  return id.length === VISITOR_BYTES ? id.readUInt32BE(0) : 0;
}

function secondsOf(clock: Clock): number {
  return Math.floor(clock.now().getTime() / SECOND_MS);
}

/** The position of each part in the bytes. The kind comes first; the time is in seconds. */
const KIND = { before: 0, owned: 1 } as const;
const TIME = [1, 5] as const;
const RANDOM = [5, 13] as const;
const OWNER = [13, 21] as const;
const MAC = [21, 33] as const;
const OWNER_BYTES = OWNER[1] - OWNER[0];
/** A lineage begins with the thread of the page that began it. */
const THREAD_CHARACTERS = Math.ceil((OWNER_BYTES * 4) / 3);

/**
 * A mark is its kind, issue time, random bits, the page's owner and an HMAC over all of it and the visitor. For a page
 * served before a sign-up the owner is a thread, otherwise an HMAC of sign-up, path and the random bits. These make
 * every mark differ, so that compression cannot leak it, and two pages of one owner look unrelated. The first secret
 * signs new marks; every secret verifies.
 */
export function createPageMarks(secrets: SiteSecrets, clock: Clock): PageMarks {
  const { current, all } = deriveKeys(secrets, 'page mark');

  const ownerOf = (key: KeyObject, owner: string, path: string, random: Buffer) =>
    hmac(key, 'owner', owner, path, random.toString('base64url')).subarray(0, OWNER_BYTES);
  const macOf = (key: KeyObject, visitorId: string, body: Buffer) =>
    hmac(key, 'page', visitorId, body.toString('base64url')).subarray(0, MAC[1] - MAC[0]);

  function sign(visitorId: string, kind: number, random: Buffer, owner: Buffer): MadeMark {
    const body = Buffer.alloc(MAC[0]);
    body.writeUInt8(kind, 0);
    body.writeUInt32BE(secondsOf(clock), TIME[0]);
    random.copy(body, RANDOM[0]);
    owner.copy(body, OWNER[0]);
    const value = Buffer.concat([body, macOf(current, visitorId, body)]).toString('base64url');
    const name = PAGE_MARK + hmac(current, 'name', visitorId).toString('hex').slice(0, 8);
    return { name, value, rendering: renderingOf(body) };
  }

  /** In place of the random bits of a page that begins a thread. Proves without the visitor that this site made it. */
  const proofOf = (key: KeyObject, thread: Buffer) =>
    hmac(key, 'thread', thread.toString('base64url')).subarray(0, RANDOM[1] - RANDOM[0]);

  const mark: PageMarks['mark'] = (visitorId, of) => {
    const random = randomBytes(RANDOM[1] - RANDOM[0]);
    if ('owner' in of) return sign(visitorId, KIND.owned, random, ownerOf(current, of.owner, of.path, random));
    if (of.thread !== undefined) return sign(visitorId, KIND.before, random, Buffer.from(of.thread, 'base64url'));
    const thread = randomBytes(OWNER_BYTES);
    return sign(visitorId, KIND.before, proofOf(current, thread), thread);
  };

  return {
    mark,
    read(posted, visitorId) {
      const bytes = Buffer.from(posted?.value ?? '', 'base64url');
      if (!posted || bytes.length !== MAC[1]) return missingMark((of) => mark(of, { thread: undefined }));
      const body = bytes.subarray(0, MAC[0]);
      const random = body.subarray(...RANDOM);
      const owner = body.subarray(...OWNER);
      const kind = body.readUInt8(0);
      const claimsOwner = kind !== KIND.before;
      const isAuthentic =
        visitorId !== null && all.some((key) => timingSafeEqual(macOf(key, visitorId, body), bytes.subarray(...MAC)));
      const madeAt = body.readUInt32BE(TIME[0]);
      const isTogether = visitorId !== null && Math.abs(madeAt - bornAt(visitorId)) <= TOGETHER_SECONDS;
      const isFirst = isTogether && !claimsOwner && all.some((key) => timingSafeEqual(proofOf(key, owner), random));
      const isOfVisitor = isAuthentic || isFirst;
      return {
        isAuthentic,
        isOfAnotherVisitor: !isOfVisitor,
        isOlderThanADay: clock.now().getTime() - madeAt * SECOND_MS >= DAY_MS,
        rendering: isAuthentic || isTogether ? renderingOf(body) : '',
        claimsOwner,
        thread: isOfVisitor && !claimsOwner ? owner.toString('base64url') : undefined,
        belongsTo: (one, path) =>
          claimsOwner &&
          (isAuthentic || isTogether) &&
          all.some((key) => timingSafeEqual(ownerOf(key, one, path, random), owner)),
        again: (of) => (of === null ? posted : sign(of, kind, random, owner)),
      };
    },
    lineage(thread, ...born) {
      const derived = hmac(current, 'lineage', ...born.map((each) => each ?? '')).toString('base64url');
      return (thread ?? derived.slice(-THREAD_CHARACTERS)) + derived.slice(0, THREAD_CHARACTERS);
    },
  };
}

/** A page without a mark does not claim an owner. */
function missingMark(sign: (visitorId: string) => PageMark): PostedMark {
  return {
    isAuthentic: false,
    isOfAnotherVisitor: false,
    isOlderThanADay: false,
    rendering: '',
    claimsOwner: false,
    thread: undefined,
    belongsTo: () => false,
    again: (visitorId) => (visitorId === null ? null : sign(visitorId)),
  };
}

function renderingOf(body: Buffer): string {
  return body.subarray(RANDOM[0], OWNER[1]).toString('base64url');
}

function hmac(key: KeyObject, ...inputs: string[]): Buffer {
  return createHmac('sha256', key).update(JSON.stringify(inputs)).digest();
}

/** Whether a sign-up began with a page of this thread. */
export function beganWith(lineage: string, thread: string | undefined): boolean {
  return thread !== undefined && lineage.startsWith(thread);
}
