import { execFileSync } from 'node:child_process'
const ROUNDS = Number(process.env.ROUNDS ?? 21)
const libs=['xstate','immer','io-ts','fp-ts/lib/Either.js','fp-ts/lib/function.js']
const all = {
 libs,
 xstate:['xstate'], immer:['immer'], iots:['io-ts'], fpts:['fp-ts/lib/Either.js','fp-ts/lib/function.js'],
 noble:['@noble/hashes/sha2.js'],
 payfold:['payfold'], machines:['payfold/machines'], both:['payfold','payfold/machines'], provider:['payfold/provider'], desk:['payfold/desk'],machine:['payfold/machine'],
 core:['./dist/shared/core.js'], words:['./dist/shared/words.js'],
 libscrypto:[...libs,'node:crypto'],
}
const want=process.argv.slice(2)
const rows=(want.length?want:Object.keys(all)).map(n=>({n,p:all[n],t:[],w:[]}))
for(let r=0;r<ROUNDS;r++)for(const {p,t,w} of rows){
 const imports=p.map(n=>`await import('${n}')`).join(';')
 const s=`const b=process.cpuUsage(),p=performance.now(); ${imports};const {user,system}=process.cpuUsage(b);console.log((user+system)/1000, performance.now()-p)`
 const [a,b]=execFileSync(process.execPath,[...(process.env.FLAGS?.split(' ')??[]),'--input-type=module','--eval',s],{encoding:'utf8',env:{...process.env,NODE_ENV:'production'}}).split(' ').map(Number)
 t.push(a);w.push(b)}
const med=a=>a.sort((x,y)=>x-y)[a.length>>1]
for(const {n,t,w} of rows)console.log(n.padEnd(12),med(t).toFixed(1),'cpu; min',t[0].toFixed(1),'; wall',med(w).toFixed(1))
