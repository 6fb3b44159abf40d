extension Blocklist {
  /// The 1,000 most common passwords of [Openwall's list][1], in lowercase.
  ///
  /// Solar Designer compiled the list from breaches up to 2011. It is in the public domain.
  ///
  /// [1]: https://www.openwall.com/passwords/wordlists/password-2011.lst
  public static let common: Blocklist = {
    let words = commonWords
    let utf8 = UnsafeBufferPointer(start: words.utf8Start, count: words.utf8CodeUnitCount).span
    return Blocklist(utf8, .common) { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }
  }()

  private static let commonWords: StaticString = """
    123456 12345 password password1 123456789 12345678 1234567890 abc123 computer tigger 1234
    qwerty money carmen mickey secret summer internet a1b2c3 123 service canada hello ranger shadow
    baseball donald harley hockey letmein maggie mike mustang snoopy buster dragon jordan michael
    michelle mindy patrick 123abc andrew bear calvin changeme diamond fuckme fuckyou matthew miller
    tiger trustno1 alex apple avalon brandy chelsea coffee falcon freedom gandalf green helpme
    linda magic merlin newyork soccer thomas wizard asdfgh bandit batman boris butthead dorothy
    eeyore fishing football george happy iloveyou jennifer jonathan love marina master missy monday
    monkey natasha ncc1701 pamela pepper piglet poohbear pookie rabbit rachel rocket rose smile
    sparky spring steven success sunshine victoria whatever zapata 8675309 amanda andy angel august
    barney biteme boomer brian casey cowboy delta doctor fisher island john joshua karen marley
    orange please rascal richard sarah scooter shalom silver skippy stanley taylor welcome zephyr
    111111 aaaaaa access albert alexander andrea anna anthony asdfjkl; ashley basketball beavis
    black bob booboo bradley brandon buddy caitlin camaro charlie chicken chris cindy cricket
    dakota dallas daniel david debbie dolphin elephant emily friend fucker ginger goodluck hammer
    heather iceman jason jessica jesus joseph jupiter justin kevin knight lacrosse lakers lizard
    madison mary mother muffin murphy nirvana paris pentium phoenix picture rainbow sandy saturn
    scott shannon shithead skeeter sophie special stephanie stephen steve sweetie teacher tennis
    test test123 tommy topgun tristan wally william wilson 1q2w3e 654321 666666 a12345 a1b2c3d4
    alpha amber angela angie archie asdf blazer bond007 booger charles christin claire control
    danny david1 dennis digital disney edward elvis felix flipper franklin frodo honda horses
    hunter indigo james jasper jeremy julian kelsey killer lauren marie maryjane matrix maverick
    mayday mercury mitchell morgan mountain niners nothing oliver peace peanut pearljam phantom
    popcorn princess psycho pumpkin purple randy rebecca reddog robert rocky roses salmon samson
    sharon sierra smokey startrek steelers stimpy sunflower superman support sydney techno walter
    willie willow winner ziggy zxcvbnm alaska alexis alice animal apples barbara benjamin billy
    blue bluebird bobby bonnie bubba camera chocolate clark claudia cocacola compton connect cookie
    cruise douglas dreamer dreams duckie eagles eddie einstein enter explorer faith family ferrari
    flamingo flower foxtrot francis freddy friday froggy giants gizmo global goofy happy1 hendrix
    henry herman homer honey house houston iguana indiana insane inside irish ironman jake jasmin
    jeanne jerry joey justice katherine kermit kitty koala larry leslie logan lucky mark martin
    matt minnie misty mitch mouse nancy nascar nelson pantera parker penguin peter piano pizza
    prince punkin pyramid raymond robin roger rosebud route66 royal running sadie sasha security
    sheena sheila skiing snapple snowball sparrow spencer spike star stealth student sunny sylvia
    tamara taurus teresa theresa thunderbird tigers tony toyota travel tuesday victory viper1
    wesley whisky winnie winter wolves xyz123 zorro 123123 1234567 696969 888888 aaron abby abcdef
    adidas adrian alfred arthur athena austin awesome badger bamboo beagle bears beatles beautiful
    beaver benny bigmac bingo bitch blonde boogie boston brenda bright bubba1 bubbles buffy button
    buttons cactus candy captain carlos caroline carrie casper catch22 chance charity charlotte
    cheese cheryl chloe chris1 clancy compaq conrad cooper cooter copper cosmos cougar cracker
    crawford crystal curtis cyclone dance diablo dollars dookie dumbass dundee elizabeth eric
    europe farmer firebird fletcher fluffy france freak1 friends fuckoff gabriel galaxy gambit
    garden garfield garnet genesis genius godzilla golfer goober grace greenday groovy grover
    guitar hacker harry hazel hector herbert horizon hornet howard icecream imagine impala jack
    janice jasmine jason1 jeanette jeffrey jenifer jenni jesus1 jewels joker julie julie1 junior
    justin1 kathleen keith kelly kelly1 kennedy kevin1 knicks larry1 leonard lestat library lincoln
    lionking london louise lucky1 lucy maddog margaret mariposa marlboro martin1 marty master1
    mensuck mercedes metal midori mikey millie mirage molly monet money1 monica monopoly mookie
    moose moroni music naomi nathan nguyen nicholas nicole nimrod october olive olivia online oscar
    oxford pacific painter peaches penelope pepsi petunia philip phoenix1 photo pickle player
    poiuyt porsche porter puppy python quality raquel raven remember robbie robert1 roman rugby
    runner russell ryan sailing sailor samantha savage scarlett school sean seven shadow1 sheba
    shelby shit shoes simba simple skipper smiley snake snickers sniper snoopdog snowman sonic
    spitfire sprite spunky starwars station stella stingray storm stormy stupid sunny1 sunrise
    surfer susan tammy tango tanya teddy1 theboss theking thumper tina tintin tomcat trebor trevor
    tweety unicorn valentine valerie vanilla veronica victor vincent viper warrior warriors weasel
    wheels wilbur winston wisdom wombat xavier yellow zeppelin 1111 1212 abcd1234 abcdefg abigail
    account adam alex1 alice1 allison alpine andre1 andrea1 angel1 anita annette antares apache
    apollo aragorn arizona arnold arsenal asdfasdf asdfg asdfghjk avenger baby babydoll bailey
    banana barry basket batman1 beaner beast beatrice bella bertha bigben bigdog biggles bigman
    binky biology bishop blondie bluefish bobcat bosco braves brazil bruce bruno brutus buffalo
    bulldog bullet bullshit bunny business butch butler butter california carebear carol carol1
    carole cassie castle catalina catherine cccccc celine center champion chanel chaos chelsea1
    chester1 chicago chico christian christy church cinder colleen colorado columbia commander
    connie cookies cooking corona cowboys coyote craig creative cuddles cuervo cutie daddy daisy
    daniel1 danielle davids death denis derek design destiny diana diane dickhead digger dodger
    donna dougie dragonfly dylan eagle eclipse electric emerald etoile excalibur express fender
    fiona fireman flash florida flowers foster francesco francine francois frank french fuckface
    gemini general gerald germany gilbert goaway golden goldfish goose gordon graham grant gregory
    gretchen gunner hannah harold harrison harvey hawkeye heaven heidi helen helena hithere hobbit
    ibanez idontknow integra ireland irene isaac isabel jackass jackie jackson jaguar jamaica japan
    jenny1 jessie johan johnny joker1 jordan23 judith julia jumanji kangaroo karen1 kathy keepout
    keith1 kenneth kimberly kingdom kitkat kramer kristen laura laurie lawrence lawyer legend
    liberty light lindsay lindsey lisa liverpool lola lonely louis lovely loveme lucas madonna
    malcolm malibu marathon marcel maria1 mariah mariah1 marilyn mario marvin maurice maxine
    maxwell me meggie melanie melissa melody mexico michael1 michele midnight mike1 miracle misha
    mishka molly1 monique montreal moocow moore morris mouse1 mulder nautica nellie newton nick
    nirvana1 nissan norman notebook ocean olivier ollie oranges oregon orion panda pandora panther
    passion patricia pearl peewee pencil penny people percy person peter1 petey picasso pierre
    pinkfloyd
    """
}
