import { toScriptJson, type TagPayload } from '~/domain/tag-payload';

export interface TagManagerData {
  payload: TagPayload | null;
  /** What the page's policy lets in. */
  script: { address: string; nonce: string } | null;
}

/** The data layer, which runs nothing, and the empty element of the script that hands it over (docs/rules.md, "Tag payload"). */
export function TagManager({ payload, script }: TagManagerData) {
  return (
    <>
      {payload && (
        <script type="application/json" id="data-layer" dangerouslySetInnerHTML={{ __html: toScriptJson(payload) }} />
      )}
      {script && <div data-enhance="tag-manager" data-address={script.address} nonce={script.nonce} />}
    </>
  );
}
