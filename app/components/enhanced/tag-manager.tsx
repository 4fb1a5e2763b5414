import { toScriptJson, type TagPayload } from '~/domain/tag-payload';

export interface TagManagerData {
  payload: TagPayload | null;
  /** The script that the page's policy allows. */
  script: { address: string; nonce: string } | null;
}

/** The data layer, which is not executed, and the empty element for the script that passes it on (docs/rules.md, "Tag payload"). */
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
