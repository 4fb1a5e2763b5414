/**
 * Preloaded into our server (`node --import`): keeps what the last page was rendered from, so that the comparisons render the same. It is asked
 * over IPC.
 */
let last;

// React is in the server's bundle, where no module can be had by name. It hands `renderToString` over by its exports: whoever gets one
// here gets it watched.
Object.defineProperty(Object.prototype, 'renderToString', {
  set(renderToString) {
    Object.defineProperty(this, 'renderToString', { value: watched(renderToString), enumerable: true });
  },
});

function watched(renderToString) {
  return (element, options) => {
    const html = renderToString(element, options);
    const found = search(element);
    last = found.page && found.routing ? { ...found, html } : undefined;
    return html;
  };
}

process.on('message', ({ probe, id }) => {
  if (probe === 'lastRender') process.send({ id, answer: last });
});
process.channel?.unref();

/** The page's own data, and what Remix knows of the route, wherever the tree holds them. */
function search(value, found = {}, depth = 0) {
  if (value === null || typeof value !== 'object' || depth > 6) return found;
  if (typeof value.stylesheet === 'string' && typeof value.path === 'string') found.page ??= value;
  else if (value.loaderData && value.matches) found.routing ??= readRouting(value);
  else
    for (const part of [value.props, value.value, value.children, value.context, value.staticHandlerContext].flat())
      search(part, found, depth + 1);
  return found;
}

function readRouting({ location, loaderData, actionData, matches }) {
  return {
    location,
    loaderData: { ...loaderData },
    actionData,
    matches: matches.map(({ params, pathname, pathnameBase, route }) => ({
      params,
      pathname,
      pathnameBase,
      routeId: route.id,
    })),
  };
}
