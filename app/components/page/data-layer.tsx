import { toScriptJson, type TagPayload } from '~/domain/tag-payload';

/** What a tag manager may read, as data: no script runs, and without a tag manager nobody reads it (docs/rules.md, "Tag payload"). */
export function DataLayer({ payload }: { payload: TagPayload | null }) {
  if (!payload) return null;
  return <script type="application/json" id="data-layer" dangerouslySetInnerHTML={{ __html: toScriptJson(payload) }} />;
}
