/**
 * A command that runs another one, and ends it together with all that it started as soon as its own input closes: on purpose, or
 * because this process is gone, however that happened. It must lead a process group (`detached`).
 */
export const endsWithUs = [
  '/bin/sh',
  '-c',
  // A command in the background would read nothing from the input itself.
  'exec 3<&0; (cat <&3 >/dev/null 2>&1; kill -KILL 0) 3<&3 & exec "$@" 3<&- </dev/null',
  'sh',
] as const
