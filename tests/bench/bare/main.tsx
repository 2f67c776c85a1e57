import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'

/** As little as a page of Vite and React can be: what the app is held against. */
function Bare() {
  const [count, setCount] = useState(0)
  return (
    <main>
      <h1>Vite + React</h1>
      <p>One button, and nothing else to load.</p>
      <button type="button" data-count={count} onClick={() => setCount(count + 1)}>
        count is {count}
      </button>
    </main>
  )
}

const place = document.querySelector('#app')
if (place) {
  createRoot(place).render(
    <StrictMode>
      <Bare />
    </StrictMode>,
  )
}
