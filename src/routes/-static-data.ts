import { type StaticDataRouteOption, useMatches } from '@tanstack/react-router'

/** What the shown page says of itself. From the rendered matches: the location is already the next page's while that is loading. */
export const useStaticData = <Key extends keyof StaticDataRouteOption>(key: Key) =>
  useMatches({ select: (matches) => matches.at(-1)?.staticData[key] })
