import { toScriptJson, type TagPayload } from '~/domain/tag-payload';

/** Data for a tag manager; runs no script (docs/rules.md, "Tag payload"). */
export function DataLayer({ payload }: { payload: TagPayload | null }) {
  if (!payload) return null;
  return <script type="application/json" id="data-layer" dangerouslySetInnerHTML={{ __html: toScriptJson(payload) }} />;
}
